import DeviceRegistry
import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import Foundations
import Store
import Directory

@Suite("/.well-known: the apps of the domain")
struct WellKnownTests {
    private static let broken: SQL = """
        UPDATE realms SET settings = REPLACE(settings, '"androidApps":{', '"androidApps":{"broken":"AB:CD",') WHERE id = ?1
        """

    @Test("both files name the apps of all realms, and are empty without any")
    func apps() async throws {
        let server = try await ServerHarness()
        let apple = "/.well-known/apple-app-site-association"
        #expect(try await server.send(.get, apple).json == ["webcredentials": ["apps": []]])
        #expect(try await server.send(.get, "/.well-known/assetlinks.json").json == [])
        for path in [RealmPath.root, TestDomain.alpha] {
            var realm = try await server.domain.directory.realms.realm(at: path)
            realm.settings[DeviceSettings.self].appleApps = ["ABCDE12345.com.example.app", "ABCDE12345.com.example.\(realm.path.name)"]
            realm.settings[DeviceSettings.self].androidApps = ["com.example.app": String(repeating: "0a", count: 32)]
            try await server.domain.directory.realms.update(realm)
            // What names no app is refused on saving; a database from before that rule may hold it.
            try await server.domain.platform.database.write { [id = realm.id] in try $0.execute(Self.broken, id) }
        }
        let answer = try await server.send(.get, apple)
        #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
        #expect(answer.json["webcredentials"]?["apps"]?.array?.count == 3)
        let links = try #require(try await server.send(.get, "/.well-known/assetlinks.json").json.array)
        #expect(links.count == 1 && links[0]["target"]?["package_name"] == "com.example.app")
        let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")
        #expect(links[0]["target"]?["sha256_cert_fingerprints"] == [.string(fingerprint)])
        #expect(links[0]["relation"]?.array?.contains("delegate_permission/common.get_login_creds") == true)
    }
}
