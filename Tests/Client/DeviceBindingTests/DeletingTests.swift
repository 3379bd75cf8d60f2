import ClientTesting
import DeviceBinding
import DeviceFoundation
import Foundation
import JourneyMessages
import Primitives
import Testing

@Suite("Deleting bound keys")
struct DeletingTests {
    @Test("the server is told first, by the session; then the key is gone here")
    func both() async throws {
        let phone = try await Self.signedIn()
        let key = try #require(try await phone.binding().keys().first)
        phone.server.on(key.keyID) { _ in .json([:]) }
        try await phone.binding().delete(key)
        let request = try #require(phone.server.requests.last)
        #expect(request.method == .delete && request.headers["Accept-API-Version"] == "resource=1.0")
        #expect(request.headers["iPlanetDirectoryPro"] == "session-1")
        #expect(
            request.url.absoluteString
                == "https://am.example.com/am/json/realms/root/realms/alpha/users/"
                + "id%3Ddemo%2Cou%3Duser%2Co%3Dalpha%2Cou%3Dservices%2Cou%3Dam-config/devices/2fa/binding/\(key.keyID)")
        #expect(try await phone.binding().keys().isEmpty)
    }

    @Test("where the server didn't delete it the key stays, unless forced", arguments: [401, 404, 204, 500])
    func refused(_ status: Int) async throws {
        let phone = try await Self.signedIn()
        let key = try #require(try await phone.binding().keys().first)
        phone.server.on(key.keyID) { _ in .json([:], status: status) }
        await #expect(throws: DeviceBindingError(.server, "")) { try await phone.binding().delete(key) }
        #expect(try await phone.binding().keys() == [key])
        await #expect(throws: DeviceBindingError(.server, "")) { try await phone.binding().delete(key, force: true) }
        #expect(try await phone.binding().keys().isEmpty)
    }

    @Test("without a session nothing is asked")
    func nobody() async throws {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question())
        let key = try #require(try await phone.binding().keys().first)
        await #expect(throws: DeviceBindingError(.server, "")) { try await phone.binding().delete(key) }
        #expect(phone.server.requests.isEmpty)
    }

    private static func signedIn() async throws -> BoundPhone {
        let phone = try BoundPhone()
        _ = try await phone.binding().bind(phone.question())
        try await SessionKeeper(at: ScriptedServer.address, on: phone.device).keep(phone.server.newSession())
        return phone
    }
}
