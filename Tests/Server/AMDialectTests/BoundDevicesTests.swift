import DialectTesting
import Foundations
@testable import HTTPBase
import HTTPTypes
import JOSE
import Primitives
import Testing

import Services
import DeviceRegistry
import Directory

@Suite("…/users/{user}/devices/2fa/binding")
struct BoundDevicesTests {
    private static let names = [
        "demo", "id%3Ddemo%2Cou%3Duser%2Co%3Dalpha%2Cou%3Dservices%2Cou%3Dam-config",
    ]
    private let server: ServerHarness
    private let realm: Realm
    private let user: User

    init() async throws {
        server = try await ServerHarness()
        realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        user = try #require(try await server.domain.directory.users.user(named: "demo", in: realm.id))
        for (user, id) in [(user, "7d54"), (user, "8e65"), (try await server.domain.directory.users.create("other", in: realm.id), "9f76")]
        {
            var key = try JWK.generate(.p256, random: server.domain.platform.random)
            (key.keyID, key.algorithm, key.use) = (id, "ES256", .signature)
            let new = NewBoundKey(try #require(key.publicKey), identifier: "9f1c", application: "com.example.app", name: "Pixel 8")
            #expect(try await server.domain.deviceRegistry.devices.keep(new, for: user.id, most: 0, in: realm) { _ in } == .kept)
        }
    }

    private func path(_ user: String = "demo", _ rest: String = "") -> String {
        "/am/json/realms/root/realms/alpha/users/\(user)/devices/2fa/binding\(rest)"
    }

    private func headers() async throws -> HTTPFields {
        server.presenting(try await server.sessionToken()).merging(ServerHarness.json)
            .merging([.acceptAPIVersion: "resource=1.0"])
    }

    @Test("one's own keys, by every name that one has", arguments: names)
    func list(_ name: String) async throws {
        let answer = try await server.send(.get, path(name, "?_queryFilter=true"), headers: headers())
        #expect(answer.status == .ok && answer.json["resultCount"] == 2)
        let item = try #require(answer.json["result"]?.array?.first)
        #expect(item["_id"] == "7d54" && item["uuid"] == "7d54" && item["deviceName"] == "Pixel 8" && item["deviceId"] == "9f1c")
        #expect(item["key"]?["kid"] == "7d54" && item["key"]?["alg"] == "ES256" && item["key"]?["x"] != nil && item["key"]?["d"] == nil)
        #expect(item["createdDate"]?.integer == item["lastAccessDate"]?.integer && item["deviceManagementStatus"] == false)
    }

    @Test("renamed, and removed")
    func change() async throws {
        let renamed = try await server.send(.put, path("demo", "/7d54"), headers: headers(), body: #"{"deviceName":"My phone"}"#)
        #expect(renamed.status == .ok && renamed.json["deviceName"] == "My phone")
        let bad = try await server.send(.put, path("demo", "/7d54"), headers: headers(), body: #"{"deviceName":"a\u0001"}"#)
        #expect(bad.status == .badRequest)
        let id = user.deviceSubject(in: realm.path).replacing("=", with: "%3D").replacing(",", with: "%2C")
        let removed = try await server.send(.delete, path(id, "/7d54"), headers: headers())
        #expect(removed.status == .ok && removed.json["_id"] == "7d54" && removed.json["deviceName"] == "My phone")
        #expect(try await server.send(.delete, path("demo", "/7d54"), headers: headers()).status == .notFound)
        #expect(try await server.domain.deviceRegistry.devices.boundKeys(of: user.id, in: realm.id).map(\.key.keyID) == ["8e65"])
        #expect(
            try await server.send(.delete, path("demo").replacing("binding", with: "oath") + "/8e65", headers: headers()).status
                == .notFound)
    }

    @Test("nobody else's, and nothing without a session")
    func others() async throws {
        for name in ["other", "nobody", "id%3Ddemo%2Cou%3Duser%2Co%3Dbeta%2Cou%3Dservices%2Cou%3Dam-config"] {
            #expect(try await server.send(.get, path(name), headers: headers()).status == .forbidden)
            #expect(try await server.send(.delete, path(name, "/9f76"), headers: headers()).status == .forbidden)
        }
        #expect(try await server.send(.delete, path("demo", "/9f76"), headers: headers()).status == .notFound)
        #expect(try await server.send(.get, path()).status == .unauthorized)
        let nobody = ServerHarness.json.merging([.acceptAPIVersion: "resource=1.0"])
        #expect(try await server.send(.put, path("demo", "/7d54"), headers: nobody, body: "{}").status == .unauthorized)
        #expect(try await server.send(.post, path("demo", "?_action=reset"), headers: headers(), body: "{}").status == .badRequest)
    }
}
