import FederationTesting
import Primitives
import ResourceMessages
import Store
import Testing
import Services
import Sessions
import Directory
import Foundations

@Suite("Identity providers")
struct IdentityProviderTests {
    @Test("a provider is stored with its secret sealed, and read back")
    func stored() async throws {
        let harness = try await DomainHarness()
        let provider = IdentityProvider.pretend()
        try await harness.domain.session.providers.save(provider, in: harness.realm.id)
        #expect(try await harness.anotherNode().session.providers.all(in: harness.realm.id) == [provider])
        let row = try await harness.database.read { try $0.row("SELECT definition FROM documents WHERE kind = 'provider'") }
        #expect(try #require(row).text("definition").contains("s3cret") == false)
        try await harness.domain.session.providers.delete("pretend", in: harness.realm.id)
        #expect(try await harness.domain.session.providers.all(in: harness.realm.id).isEmpty)
        await harness.close()
    }

    @Test("its file goes out and comes back")
    func file() throws {
        var provider = IdentityProvider.pretend()
        provider.button = ["buttonDisplayName": "Pretend"]
        provider.authentication = .basic
        var read = try IdentityProvider(json: provider.json)
        read.secret = provider.secret
        #expect(read == provider)
    }

    @Test(
        "what can't work or isn't safe is refused",
        arguments: [
            ["issuer": "http://id.example.com"], ["scopes": ["profile"]], ["tokenEndpoint": "ftp://x"], ["enabled": "perhaps"],
            ["nmae": "x"], ["keyId": "K"], ["redirectURI": "nowhere"], ["name": "a b"], ["name": "localAuthentication"], ["kind": "x"],
            ["clientSecret": ""], ["issuer": "https://user@id.example.com"],
        ] as [JSONObject])
    func refused(_ change: JSONObject) throws {
        var json = IdentityProvider.pretend().json
        if change["clientSecret"] == nil { json["clientSecret"] = "s3cret" }
        for member in change.members where member.name != "clientSecret" { json[member.name] = member.value }
        #expect(throws: DomainError(.invalid, "")) { try IdentityProvider(json: json).check() }
    }

    @Test("no two users have the same account at a provider, and subjects differ by their case")
    func links() async throws {
        let harness = try await DomainHarness()
        func make(_ name: String, _ link: String) async throws -> User {
            try await harness.domain.directory.users.create(name, in: harness.realm.id, attributes: ["aliasList": [.string(link)]])
        }
        let ada = try await make("ada", "pretend-abc")
        await #expect(throws: DomainError(.alreadyExists, "")) { _ = try await make("eve", "pretend-abc") }
        let bob = try await make("bob", "pretend-ABC")
        let realm = harness.realm.id
        let found = try await harness.database.read { transaction in
            try ["pretend-abc", "pretend-ABC", "pretend-Abc"].map { try AccountLink.user($0, realm: realm, in: transaction)?.id }
        }
        #expect(found == [ada.id, bob.id, nil])
        await harness.close()
    }

    @Test("a subject that looks like another provider's user is refused")
    func ambiguous() throws {
        let names = ["google", "google-ios"]
        #expect(try AccountLink.text("1", at: "google-ios", among: names) == "google-ios-1")
        #expect(try AccountLink.text("1", at: "google", among: names) == "google-1")
        #expect(throws: FederationError(.unsupported, "")) { try AccountLink.text("ios-1", at: "google", among: names) }
    }
}
