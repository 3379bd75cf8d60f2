import Foundation
import JourneyMessages
import Primitives
import ResourceMessages
import Store
import Testing
@testable import Services
@testable import Sessions
@testable import Directory
@testable import Foundations

@Suite("Accounts")
struct AccountTests {
    static let profile: JSONObject = [
        "givenName": "Ada", "sn": "Lovelace", "mail": "ada@example.com", "preferences": ["marketing": true], "aliasList": ["x", "y"],
    ]
    static let password = Secret("correct horse battery staple")

    /// What a call says breaks the policies: property and requirements.
    private func violations(_ body: () async throws -> Void) async -> [String: [String]] {
        do {
            try await body()
            return [:]
        } catch let error as PolicyViolation {
            return Dictionary(error.properties.map { ($0.name, $0.failed.map(\.requirement.name)) }) { $0 + $1 }
        } catch { return ["error": ["\(error)"]] }
    }

    @Test("an account is made by the schema, and signs in with its password")
    func create() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await domain.directory.accounts.create(NewAccount("Ada", Self.profile, password: Self.password), in: realm)
        let stored = try #require(try await domain.directory.users.user(user.id, in: realm.id))
        #expect(stored.username == "Ada" && stored.attributes == Self.profile && stored.revision == 1)
        let verdict = try await domain.credentials.passwords.verify(Self.password, of: "ada", in: realm, from: "192.0.2.1")
        #expect(verdict != .refused)
        await harness.close()
    }

    @Test("what breaks a policy is told for every attribute at once, and nothing is made")
    func policies() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let broken = await violations {
            let profile: JSONObject = ["sn": 1, "mail": "no address", "preferences": ["marketing": "yes"], "accountStatus": "gone"]
            _ = try await domain.directory.accounts.create(NewAccount("a/b", profile, password: Secret("short")), in: realm)
        }
        #expect(
            broken == [
                "userName": ["CANNOT_CONTAIN_CHARACTERS"], "givenName": ["REQUIRED"], "sn": ["VALID_TYPE"],
                "mail": ["VALID_EMAIL_ADDRESS_FORMAT"], "preferences/marketing": ["VALID_TYPE"], "accountStatus": ["MATCH_REGEXP"],
                "password": ["MIN_LENGTH"],
            ])
        #expect(try await domain.directory.users.user(named: "a/b", in: realm.id) == nil)
        await harness.close()
    }

    @Test("an attribute that the schema doesn't know is refused", arguments: ["shoeSize", "_id", "password", "preferences"])
    func unknown(_ name: String) async throws {
        let harness = try await DomainHarness()
        var profile = Self.profile
        profile[name] = ["other": 1]
        await #expect(throws: DomainError(.invalid, "")) {
            try await harness.domain.directory.accounts.create(NewAccount("ada", profile), in: harness.realm)
        }
        await harness.close()
    }

    @Test("of parallel accounts of one name exactly one is made")
    func parallel() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let made = await withTaskGroup(of: Bool.self) { group in
            for name in ["ada", "ADA", "Ada", "aDa", "adA"] {
                group.addTask { (try? await domain.directory.accounts.create(NewAccount(name, Self.profile), in: realm)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        await harness.close()
    }

    @Test("a change raises the revision, and one of an old revision is refused")
    func revisions() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await domain.directory.accounts.create(NewAccount("ada", Self.profile), in: realm)
        let changed = try await domain.directory.accounts.change(user.id, in: realm, revision: 1) { $0["sn"] = "Byron" }
        #expect(changed.revision == 2 && changed.attributes["sn"] == "Byron")
        await #expect(throws: DomainError(.conflict, "")) {
            try await domain.directory.accounts.change(user.id, in: realm, revision: 1) { $0["sn"] = "King" }
        }
        #expect(try await domain.directory.accounts.change(user.id, in: realm) { _ in } == changed)
        await harness.close()
    }

    @Test("of parallel changes of one revision exactly one is made; without a revision all are", arguments: [true, false])
    func races(namesRevision: Bool) async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await domain.directory.accounts.create(NewAccount("ada", Self.profile), in: realm)
        let won = await withTaskGroup(of: Bool.self) { group in
            for city in ["Delft", "Leiden", "Gouda"] {
                group.addTask {
                    (try? await domain.directory.accounts.change(user.id, in: realm, revision: namesRevision ? 1 : nil) {
                        $0["city"] = .string(city)
                    })
                        != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == (namesRevision ? 1 : 3))
        #expect(try await domain.directory.users.user(user.id, in: realm.id)?.revision == (namesRevision ? 2 : 4))
        await harness.close()
    }

    @Test("users change of their own what the schema lets them")
    func owner() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await domain.directory.accounts.create(NewAccount("ada", Self.profile), in: realm)
        let changed = try await domain.directory.accounts.change(user.id, in: realm, as: .owner) {
            $0["telephoneNumber"] = "+44 20 7946 0018"
        }
        #expect(changed.attributes["telephoneNumber"] == "+44 20 7946 0018")
        for name in ["accountStatus", "aliasList"] {
            await #expect(throws: DomainError(.notPermitted, "")) {
                try await domain.directory.accounts.change(user.id, in: realm, as: .owner) {
                    $0[name] = name == "aliasList" ? ["z"] : "inactive"
                }
            }
        }
        #expect(
            await violations { _ = try await domain.directory.accounts.change(user.id, in: realm, as: .owner) { $0["mail"] = nil } } == [
                "mail": ["REQUIRED"]
            ])
        await harness.close()
    }

    @Test("users who try names for themselves are told so many times a minute whether one is taken")
    func probing() async throws {
        let harness = try await DomainHarness()
        let domain = harness.domain
        var realm = harness.realm
        realm.settings[BoundsSettings.self].nameChecksPerAddressAndMinute = 2
        let user = try await domain.directory.accounts.create(NewAccount("ada", Self.profile), in: realm)
        func rename(_ number: Int, _ author: Accounts.Author) async throws -> String {
            try await Requester.$address.withValue("192.0.2.1") { [realm] in
                try await domain.directory.accounts.change(user.id, in: realm, as: author) { $0["userName"] = .string("ada\(number)") }
            }.username
        }
        for number in 1...2 { #expect(try await rename(number, .owner) == "ada\(number)") }
        await #expect(throws: PasswordError(.throttled, "")) { try await rename(3, .owner) }
        #expect(try await rename(4, .administrator) == "ada4")
        await harness.close()
    }

    @Test("a user takes a new name, but nobody else's")
    func renaming() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let user = try await domain.directory.accounts.create(NewAccount("ada", Self.profile), in: realm)
        _ = try await domain.directory.accounts.change(user.id, in: realm) { $0["userName"] = "countess" }
        #expect(try await domain.directory.users.user(named: "COUNTESS", in: realm.id)?.id == user.id)
        #expect(try await domain.directory.users.user(named: "ada", in: realm.id) == nil)
        await #expect(throws: DomainError(.alreadyExists, "")) {
            try await domain.directory.accounts.change(user.id, in: realm) { $0["userName"] = "DEMO" }
        }
        await harness.close()
    }

    @Test("what is removed is gone altogether")
    func delete() async throws {
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        let (_, token) = try await harness.signIn()
        try await domain.directory.users.delete(harness.user.id, in: realm.id)
        #expect(try await domain.session.registry.session(token, in: realm.id) == nil)
        #expect(try await domain.directory.accounts.count(.literal(true), in: realm) == 0)
        let left = try await harness.database.read { try $0.rows("SELECT name FROM user_values") }
        #expect(left.isEmpty)
        await harness.close()
    }

    @Test("what is shown has nothing sensitive and no hash")
    func visible() async throws {
        let harness = try await DomainHarness()
        let secret = ProfileAttribute(.known("taxNumber"), isSensitive: true)
        let schema = ProfileSchema(ProfileSchema.standard.attributes + [secret])
        var user = harness.user
        user.attributes = ["taxNumber": "12345", "sn": "User", "old": "attribute"]
        let visible = AccountDocument.visible(user, by: schema)
        #expect(visible.names.sorted() == ["_id", "_rev", "accountStatus", "sn", "userName"])
        await harness.close()
    }
}
