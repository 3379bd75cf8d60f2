import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import OAuth
@testable import Foundations
@testable import Directory

@Suite("Subjects: no client is taken for a user (RFC 9700 §4.15, RFC 9068 §5)")
struct SubjectTests {
    @Test(
        "an id that somebody could read as a user's is marked",
        arguments: [
            "9b2c4f3e-6d1a-4c0b-8f7e-2a1b3c4d5e6f", "9B2C4F3E-6D1A-4C0B-8F7E-2A1B3C4D5E6F", "9b2c4f3e6d1a4c0b8f7e2a1b3c4d5e6f",
            "{9b2c4f3e-6d1a-4c0b-8f7e-2a1b3c4d5e6f}", "(9b2c4f3e6d1a4c0b8f7e2a1b3c4d5e6f)", "1-2-3-4-5",
            "9b2c-4f3e-6d1a-4c0b-8f7e-2a1b-3c4d-5e6f",
        ])
    func marked(_ id: String) { #expect(Subject.client(id).text == "client:" + id) }

    @Test(
        "any other client is its own subject",
        arguments: [
            "app", "cafe", "worker-9b2c4f3e-6d1a-4c0b-8f7e-2a1b3c4d5e6f", "9b2c4f3e-6d1a-4c0b-8f7e-2a1b3c4d5e6g", "a-b-c-d",
            "https//client.example", "1-2-3-4-5-6",
        ])
    func plain(_ id: String) { #expect(Subject.client(id).text == id) }

    @Test("no client's subject is one of a user, and each comes back as what it was")
    func disjoint() throws {
        let random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let id = random.uuid()
            let user = Subject.user(id)
            #expect(Subject(user.text, client: nil) == user)
            for name in [id.uuidString, id.uuidString.lowercased(), id.uuidString.replacing("-", with: "")] {
                let client = Subject.client(name)
                #expect(UUID(uuidString: client.text) == nil && client.text.lowercased() != user.text)
                #expect(Subject(client.text, client: name) == client && Subject(client.text, client: nil) == nil)
            }
        }
        #expect(Subject("somebody", client: "app") == nil)
    }

    @Test("a client that has a user's id, as one of an older database may, is no user to anybody")
    func older() async throws {
        try await withTokens { harness in
            let user = harness.base.user.id.uuidString.lowercased()
            try await harness.base.database.write { transaction in
                _ = try transaction.execute("UPDATE applications SET id = ?1, secret = NULL WHERE id = 'service'", user)
            }
            harness.time.advance(by: 2)
            let realm = harness.realm
            var settings = TokenHarness.confidentialSettings
            settings.scopes = ["openid", "read"]
            let application = Application(id: user, realm: realm.id, settings: settings, secret: Secret("s3cret"))
            let keys = try await harness.domain.directory.keys.keys(of: realm.id)
            let order = AccessTokens.Order(issuer: harness.issuer, application: application, scope: Scope(values: ["openid", "read"]))
            let token = try harness.domain.oauth.tokens.accessTokens.issue(order, in: realm, keys: keys, at: harness.time.now).text
            let claims = try await harness.claims(token, type: "at+jwt")
            #expect(claims.subject == "client:" + user && claims["client_id"]?.string == user)
            await #expect(throws: OAuthError(.invalidToken, "")) {
                try await harness.domain.oauth.tokens.userInfo(of: token, in: realm, issuer: harness.issuer)
            }
        }
    }

    @Test("a client can't be given the id of a user, in upper or lower case; nor a user that of a client")
    func collision() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        for id in [harness.user.id.uuidString, harness.user.id.uuidString.lowercased()] {
            let client = Application(id: id, realm: realm.id, settings: ApplicationSettings(), secret: nil)
            await #expect(throws: DomainError(.alreadyExists, "")) { try await domain.directory.applications.create(client) }
        }
        for (index, id) in [UUID(), UUID()].enumerated() {
            let name = index == 0 ? id.uuidString : id.uuidString.lowercased()
            try await domain.directory.applications.create(
                Application(id: name, realm: realm.id, settings: ApplicationSettings(), secret: nil))
            var account = NewAccount("user\(index)")
            account.mayBeIncomplete = true
            account.id = id
            let made = account
            await #expect(throws: DomainError(.alreadyExists, "")) { try await domain.directory.accounts.create(made, in: realm) }
            #expect(try await domain.directory.users.user(named: "user\(index)", in: realm.id) == nil)
        }
        await harness.close()
    }
}
