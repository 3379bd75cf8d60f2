import RealmHTTP
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
    @Test("Apple's file names the paths that open an app, of all realms")
    func links() async throws {
        let server = try await ServerHarness()
        for (path, links) in [(RealmPath.root, ["/reset/*", "/shop"]), (TestDomain.alpha, ["/reset/*", "/cb/?x"])] {
            var realm = try await server.domain.directory.realms.realm(at: path)
            realm.settings[DeviceSettings.self].appleApps = ["ABCDE12345.com.example.app", "ABCDE12345.com.example.other"]
            realm.settings[DeviceSettings.self].appleLinks = ["ABCDE12345.com.example.app": links, "ABCDE12345.com.example.other": []]
            try await server.domain.directory.realms.update(realm)
        }
        let details = try await server.send(.get, "/.well-known/apple-app-site-association").json["applinks"]?["details"]
        #expect(
            details == [
                ["appIDs": ["ABCDE12345.com.example.app"], "components": [["/": "/cb/?x"], ["/": "/reset/*"], ["/": "/shop"]]]
            ])
    }

    @Test(
        "a path at which the server answers itself, or that may be one, opens no app",
        arguments: [
            "/", "/*", "/re*/x", "/r?alms/alpha", "reset", "", "/a b", "/ä", "/x/$(lang)", "//realms/alpha/login",
            "/realms/beta/login/return",
        ])
    func refused(_ path: String) async throws {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[DeviceSettings.self].appleApps = ["ABCDE12345.com.example.app"]
        realm.settings[DeviceSettings.self].appleLinks = ["ABCDE12345.com.example.app": [path]]
        let settings = realm
        await #expect(throws: DomainError(.invalid, "")) { try await server.domain.directory.realms.update(settings) }
    }

    @Test("no app opens a path of any route, and none is of an app that the realm doesn't name")
    func routes() async throws {
        let server = try await ServerHarness()
        for route in server.frontDoor.table.routes {
            switch route.path.elements.first {
            case .constant(let name): #expect(AppLinkPath.problem("/\(name)/x") != nil, "\(route.path)")
            case .parameter(let name): #expect(name == RoutePath.environment, "\(route.path)")
            case .realm, nil: break
            }
        }
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        #expect(AppLinkPath.problem("/\(realm.id.text)/as") != nil)
        realm.settings[DeviceSettings.self].appleLinks = ["ABCDE12345.com.example.app": ["/reset"]]
        let settings = realm
        await #expect(throws: DomainError(.invalid, "")) { try await server.domain.directory.realms.update(settings) }
    }

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
