import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Messaging
import Primitives
import Services
import Store
import Testing
import VerificationMessages
import Verifications

@Suite("Notices of verifications", .timeLimit(.minutes(5)))
struct NoticeTests {
    @Test("an app is told of its result by a silent push that doesn't say it")
    func builtIn() async throws {
        let server = try await VerifyServer()
        let app = try TestApp(server, seed: 1)
        try await app.begin(try await server.create().code, push: .builtIn)
        let stream = try await server.domain.messaging.push.subscribe(app.signing.thumbprintText, realm: server.realm.id)
        try await app.verify()
        for try await event in stream {
            guard case .letter(let letter) = event else { continue }
            #expect(try letter.text == "verification:\(app.id.text)")
            break
        }
    }

    @Test("a push goes with the credentials of the application that the realm names, silently, and not without one")
    func application() async throws {
        let token = String(repeating: "a1", count: 32)
        let outside = Outside()
        let server = try await VerifyServer(http: outside)
        try await server.addPushApplication()
        let (told, tell) = AsyncStream<OutboundRequest>.makeStream()
        outside.answer { request in
            tell.yield(request)
            return OutboundAnswer(status: 200, body: "")
        }
        let unheard = try TestApp(server, seed: 1)
        try await unheard.begin(try await server.create().code, push: .apns(token: token, isSandbox: false))
        try await unheard.verify()
        try await server.namePushApplication()
        let app = try TestApp(server, seed: 2)
        try await app.begin(try await server.create().code, push: .apns(token: token, isSandbox: false))
        try await app.verify()
        let request = try #require(await told.first { _ in true })
        #expect(request.url.hasSuffix("/3/device/\(token)"))
        #expect(request.headers.contains { $0.name == "apns-topic" && $0.value == "org.example.verify" })
        let payload = try JSONValue(parsing: request.body ?? "")
        #expect(try payload["gh"]?.string == "verification:\(app.id.text)" && payload["aps"] == ["content-available": 1])
        #expect(payload.object?.members.count == 2)
    }
}
