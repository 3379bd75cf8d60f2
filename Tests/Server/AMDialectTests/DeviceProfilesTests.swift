import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Store
import Testing

import Services
import DeviceRegistry
import Directory

@Suite("…/users/{user}/devices/profile")
struct DeviceProfilesTests {
    private let server: ServerHarness
    private let realm: Realm
    private let user: User

    init() async throws {
        server = try await ServerHarness()
        realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        user = try #require(try await server.domain.directory.users.user(named: "demo", in: realm.id))
        let other = try await server.domain.directory.users.create("other", in: realm.id)
        let now = server.time.now
        for (user, identifier) in [(user, "9f1c"), (user, "a/b=c"), (other, "8e2b")] {
            let profile = DeviceProfileDocument(
                identifier: identifier, metadata: ["platform": ["deviceName": "Pixel 8"]],
                location: .init(latitude: 51.5, longitude: -0.12))
            try await server.domain.platform.database.write { [realm] in
                try DeviceProfiles.save(profile, alias: nil, of: user.id, realm: realm.id, most: 5, at: now, in: $0)
            }
        }
    }

    private func path(_ user: String = "demo", _ rest: String = "") -> String {
        "/am/json/realms/root/realms/alpha/users/\(user)/devices/profile\(rest)"
    }

    private func headers() async throws -> HTTPFields {
        server.presenting(try await server.sessionToken()).merging(ServerHarness.json).merging([.acceptAPIVersion: "resource=1.0"])
    }

    @Test("one's own devices, with what clients require")
    func list() async throws {
        let answer = try await server.send(.get, path("demo", "?_queryFilter=true"), headers: headers())
        #expect(answer.status == .ok && answer.json["resultCount"] == 2)
        let item = try #require(answer.json["result"]?.array?.first)
        #expect(item["_id"] == "9f1c" && item["identifier"] == "9f1c" && item["alias"] == "Pixel 8" && item["recoveryCodes"] == [])
        #expect(item["metadata"]?["platform"]?["deviceName"] == "Pixel 8" && item["location"]?["latitude"] == 51.5)
        #expect(item["lastSelectedDate"]?.integer == Int64(server.time.now.timeIntervalSince1970 * 1000))
    }

    @Test("renamed, and removed, whatever its identifier")
    func change() async throws {
        let renamed = try await server.send(.put, path("demo", "/9f1c"), headers: headers(), body: #"{"alias":"My phone"}"#)
        #expect(renamed.status == .ok && renamed.json["alias"] == "My phone")
        for body in [#"{"alias":""}"#, "{}", #"{"alias":"a\u0001"}"#] {
            #expect(try await server.send(.put, path("demo", "/9f1c"), headers: headers(), body: body).status == .badRequest)
        }
        let removed = try await server.send(.delete, path("demo", "/a%2Fb%3Dc"), headers: headers())
        #expect(removed.status == .ok && removed.json["_id"] == "a/b=c")
        #expect(try await server.send(.delete, path("demo", "/a%2Fb%3Dc"), headers: headers()).status == .notFound)
        #expect(try await server.domain.deviceRegistry.deviceProfiles.profiles(of: user.id, in: realm.id).map(\.identifier) == ["9f1c"])
    }

    @Test("nobody else's, and nothing without a session")
    func others() async throws {
        for name in ["other", "nobody"] {
            #expect(try await server.send(.get, path(name), headers: headers()).status == .forbidden)
            #expect(try await server.send(.delete, path(name, "/8e2b"), headers: headers()).status == .forbidden)
        }
        #expect(try await server.send(.delete, path("demo", "/8e2b"), headers: headers()).status == .notFound)
        #expect(try await server.send(.put, path("demo", "/8e2b"), headers: headers(), body: #"{"alias":"x"}"#).status == .notFound)
        #expect(try await server.send(.get, path()).status == .unauthorized)
    }
}
