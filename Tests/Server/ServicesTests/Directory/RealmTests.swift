import Primitives
import SignIn
import Store
import Testing
import Services
import Foundations
import Directory

@Suite("Realms")
struct RealmTests {
    @Test(
        "every written form of a path names the same realm",
        arguments: [
            ("/", "/"), ("root", "/"), ("", "/"), ("alpha", "/alpha"), ("/alpha", "/alpha"), ("root/alpha", "/alpha"), ("/a/b/", "/a/b"),
        ])
    func paths(_ text: String, _ path: String) throws { #expect(try #require(RealmPath(text)).description == path) }

    @Test(
        "impossible paths are refused",
        arguments: ["a b", "/..", "/a/../b", "ä", "/a\u{0}", String(repeating: "x", count: 65), "1/2/3/4/5/6/7/8/9"])
    func impossible(_ text: String) { #expect(RealmPath(text) == nil) }

    @Test("a realm is made once, below a parent that is there")
    func create() async throws {
        let harness = try await DomainHarness()
        let realm = try await harness.domain.directory.realms.create(try #require(RealmPath("beta")))
        #expect(try await harness.domain.directory.realms.realm(at: realm.path) == realm)
        await #expect(throws: DomainError(.alreadyExists, "")) { try await harness.domain.directory.realms.create(realm.path) }
        let orphan = try #require(RealmPath("no/child"))
        await #expect(throws: DomainError(.unknownRealm, "")) { try await harness.domain.directory.realms.create(orphan) }
        await harness.close()
    }

    @Test("changed settings are seen at once by the node that made them, and within a second by another")
    func settings() async throws {
        let harness = try await DomainHarness()
        let other = harness.anotherNode()
        var realm = try await other.directory.realms.realm(at: harness.realm.path)
        realm.settings[BoundsSettings.self].lockoutThreshold = 3
        try await harness.domain.directory.realms.update(realm)
        #expect(try await harness.domain.directory.realms.realm(at: realm.path).settings[BoundsSettings.self].lockoutThreshold == 3)
        harness.time.advance(by: 1.1)
        #expect(try await other.directory.realms.realm(at: realm.path).settings[BoundsSettings.self].lockoutThreshold == 3)
        await harness.close()
    }

    @Test(
        "origins that lead elsewhere than they seem to are refused",
        arguments: [
            "app.example.com", "https://", "https://app.example.com/", "https://app.example.com?x", "https://user@app.example.com",
            "javascript:alert(1)", "https://app.example.com#x", "", "ftp://app.example.com", "https://app.example.com, https://b.example",
        ])
    func origins(_ text: String) async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[JourneySettings.self].redirectOrigins = ["https://app.example.com:8443", "http://localhost"]
        try await harness.domain.directory.realms.update(realm)
        realm.settings[JourneySettings.self].redirectOrigins.append(text)
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.realms.update(realm) }
        await harness.close()
    }

    @Test(
        "what is no name of a header field is refused",
        arguments: ["", "*", "a b", "a:b", "ü", "x\r\ny", String(repeating: "x", count: 65)])
    func headers(_ name: String) async throws {
        let harness = try await DomainHarness()
        for setting in [\CrossOriginSettings.corsHeaders, \CrossOriginSettings.corsExposedHeaders] {
            var realm = harness.realm
            realm.settings[CrossOriginSettings.self][keyPath: setting] = ["X-Request-Id"]
            try await harness.domain.directory.realms.update(realm)
            realm.settings[CrossOriginSettings.self][keyPath: setting].append(name)
            await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.realms.update(realm) }
        }
        await harness.close()
    }

    @Test("two mappings of one name are refused")
    func mappings() async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[AccountSettings.self].consentMappings = [
            ConsentMapping("crm", displayName: "CRM"), ConsentMapping("crm", displayName: "Other"),
        ]
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.realms.update(realm) }
        await harness.close()
    }
}
