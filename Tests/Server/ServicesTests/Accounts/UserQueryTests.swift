import Foundation
import Primitives
import ResourceMessages
import Store
import Testing
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Queries for users")
struct UserQueryTests {
    static let filters = [
        #"userName eq "ADA""#, #"userName sw "a""#, #"mail co "@example.com""#, #"mail co "_""#, #"mail co "%""#, "sn co \"%\u{312}\"",
        #"sn eq "o'brien""#,
        #"sn eq "' OR '1'='1""#, #"sn co "\\""#, #"sn co "!""#, "age gt 30", "age ge 30.5 and age le 41", "age lt 0", "age eq 41",
        #"age eq "41""#, "preferences/marketing eq true", "preferences/marketing eq false", "!(preferences/marketing eq true)",
        #"aliasList eq "second""#, #"aliasList sw "fir""#, "mail pr", "!(mail pr)", "true", "false", "true and !(false)",
        #"accountStatus eq "active""#, #"sn gt "m""#, #"sn le "m""#, #"sn ge "LOVELACE" and sn le "LOVELACE""#,
        #"(userName eq "ada" or userName eq "bob") and !(age pr) or sn pr"#, #"sn eq "ß""#, #"sn co """#, #"_id pr"#,
    ]

    private func harness() async throws -> DomainHarness {
        let harness = try await DomainHarness()
        let age = ProfileAttribute(.known("age"), .number, isSearchable: true)
        let secret = ProfileAttribute(.known("pin"), isSensitive: true)
        try await harness.domain.directory.schemas.set(
            ProfileSchema(ProfileSchema.standard.attributes + [age, secret]), of: harness.realm.id)
        let users: [(String, JSONObject)] = [
            (
                "ada",
                [
                    "sn": "Lovelace", "mail": "ada@example.com", "age": 41, "preferences": ["marketing": true],
                    "aliasList": ["first", "second"],
                ]
            ),
            ("Bob", ["sn": "O'Brien", "mail": "bob_100%@example.org", "age": 30.5, "preferences": ["marketing": false]]),
            ("eve", ["sn": "Straße\\", "pin": "1234"]), ("zoë", ["sn": "𝔘nicode!", "age": -1]),
        ]
        for (name, attributes) in users {
            _ = try await harness.domain.directory.users.create(name, in: harness.realm.id, attributes: attributes)
        }
        return harness
    }

    @Test("the database and the evaluator find the same users", arguments: filters)
    func agreement(_ text: String) async throws {
        let harness = try await harness()
        let (accounts, realm) = (harness.domain.directory.accounts, harness.realm)
        let filter = try QueryFilter(parsing: text)
        let found = try await accounts.users(UserQuery(filter), in: realm).map(\.username)
        var expected: [String] = []
        for user in try await harness.domain.directory.users.list(in: realm.id) where try await accounts.matches(filter, user, in: realm) {
            expected.append(user.username)
        }
        #expect(found == expected)
        #expect(try await accounts.count(filter, in: realm) == found.count)
        await harness.close()
    }

    @Test(
        "what may not be searched is refused",
        arguments: ["pin pr", #"pin eq "1234""#, "password pr", "missing pr", "description pr", "_rev pr"])
    func restricted(_ text: String) async throws {
        let harness = try await harness()
        let filter = try QueryFilter(parsing: text)
        await #expect(throws: DomainError(.invalid, "")) {
            try await harness.domain.directory.accounts.users(UserQuery(filter), in: harness.realm)
        }
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.accounts.count(filter, in: harness.realm) }
        await harness.close()
    }

    @Test("pages and order")
    func pages() async throws {
        let harness = try await harness()
        let (accounts, realm) = (harness.domain.directory.accounts, harness.realm)
        var query = UserQuery(.literal(true), limit: 2)
        #expect(try await accounts.users(query, in: realm).map(\.username) == ["ada", "Bob"])
        query.start = .after("BOB")
        #expect(try await accounts.users(query, in: realm).map(\.username) == ["demo", "eve"])
        query.order = [UserQuery.SortKey(.known("age"), isDescending: true)]
        query.start = .offset(1)
        #expect(try await accounts.users(query, in: realm).map(\.username) == ["Bob", "zoë"])
        query.order = [UserQuery.SortKey(.known("pin"))]
        await #expect(throws: DomainError(.invalid, "")) { try await accounts.users(query, in: realm) }
        await harness.close()
    }

    @Test("one user is found by an attribute, but not if there are two, and not by what can't be searched")
    func one() async throws {
        let harness = try await harness()
        let (accounts, realm) = (harness.domain.directory.accounts, harness.realm)
        #expect(try await accounts.user(with: "ADA@example.com", of: .known("mail"), in: realm)?.username == "ada")
        #expect(try await accounts.user(with: "second", of: .known("aliasList"), in: realm)?.username == "ada")
        #expect(try await accounts.user(with: "BOB", of: .userName, in: realm)?.username == "Bob")
        #expect(try await accounts.user(with: "active", of: .accountStatus, in: realm) == nil)
        #expect(try await accounts.user(with: "nobody@example.com", of: .known("mail"), in: realm) == nil)
        await #expect(throws: DomainError(.invalid, "")) { try await accounts.user(with: "1234", of: .known("pin"), in: realm) }
        await harness.close()
    }

    @Test("another realm's users are never found")
    func realms() async throws {
        let harness = try await harness()
        let other = try await harness.domain.directory.realms.create(try #require(RealmPath("other")))
        #expect(try await harness.domain.directory.accounts.users(UserQuery(.literal(true)), in: other).isEmpty)
        #expect(try await harness.domain.directory.accounts.count(.not(.literal(false)), in: other) == 0)
        await harness.close()
    }

    @Test("the index follows every change, and users from before there was one are indexed")
    func index() async throws {
        let harness = try await harness()
        let (domain, realm) = (harness.domain, harness.realm)
        let ada = try #require(try await domain.directory.users.user(named: "ada", in: realm.id))
        _ = try await domain.directory.accounts.change(ada.id, in: realm) { $0["sn"] = "King" }
        let king = try QueryFilter(parsing: #"sn eq "king""#)
        #expect(try await domain.directory.accounts.count(king, in: realm) == 1)
        try await domain.directory.users.setStatus(.inactive, of: ada.id, in: realm.id)
        #expect(try await domain.directory.accounts.count(try QueryFilter(parsing: #"accountStatus eq "inactive""#), in: realm) == 1)
        try await harness.database.write { transaction in
            try transaction.execute("DELETE FROM user_values")
            try transaction.execute("UPDATE users SET indexed = 0")
        }
        #expect(try await domain.directory.accounts.count(king, in: realm) == 0)
        try await domain.directory.users.indexOldUsers()
        #expect(try await domain.directory.accounts.count(king, in: realm) == 1)
        await harness.close()
    }
}
