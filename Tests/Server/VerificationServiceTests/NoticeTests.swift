import Crypto
import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Messaging
import Primitives
import Services
import Store
import Synchronization
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
        var settings = ApplicationSettings()
        settings.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = "org.example.verify"
        settings.mobile = mobile
        try await server.domain.directory.applications.create(
            Directory.Application(id: "verify-app", realm: server.realm.id, settings: settings, secret: nil))
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let credential = try PushCredential.Content(
            json: ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)])
        _ = try await server.domain.messaging.pushCredentials.create(credential, of: "verify-app", in: server.realm.id)
        let (told, tell) = AsyncStream<OutboundRequest>.makeStream()
        outside.answer { request in
            tell.yield(request)
            return OutboundAnswer(status: 200, body: "")
        }
        let unheard = try TestApp(server, seed: 1)
        try await unheard.begin(try await server.create().code, push: .apns(token: token, isSandbox: false))
        try await unheard.verify()
        var realm = server.realm
        realm.settings[VerificationSettings.self].verificationApplication = "verify-app"
        try await server.domain.directory.realms.update(realm)
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

/// The servers outside, to which this one sends requests: it answers by what a test has set.
final class Outside: OutboundHTTP {
    private let state = Mutex<(@Sendable (OutboundRequest) async throws -> OutboundAnswer)?>(nil)

    func answer(_ answer: @escaping @Sendable (OutboundRequest) async throws -> OutboundAnswer) { state.withLock { $0 = answer } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        let answer = state.withLock { $0 }
        return try await answer?(request) ?? OutboundAnswer(status: 200, body: "")
    }
}
