import Foundation
import Primitives
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("Users")
struct UserTests {
    @Test("a name is unique whatever its case and Unicode form")
    func unique() async throws {
        let harness = try await DomainHarness()
        let user = try await harness.domain.directory.users.create("Zoë", in: harness.realm.id)
        #expect(try await harness.domain.directory.users.user(named: "ZOE\u{308}", in: harness.realm.id)?.id == user.id)
        await #expect(throws: DomainError(.alreadyExists, "")) {
            try await harness.domain.directory.users.create("zoË", in: harness.realm.id)
        }
        await harness.close()
    }

    /// Beside what can't be stored: what isn't seen, or turns what stands beside it around, by which a name looks like another user's.
    private static let impossibleNames =
        ["", " demo", "demo\n", "a\u{0}b", String(repeating: "x", count: 257)]
        + "\u{AD}\u{34F}\u{115F}\u{180E}\u{200B}\u{200D}\u{200E}\u{202E}\u{2028}\u{2066}\u{3164}\u{E000}\u{FE0F}\u{FEFF}\u{FFF9}\u{E0041}"
        .unicodeScalars.map { "de\($0)mo" }

    @Test("impossible names are refused", arguments: impossibleNames)
    func impossible(_ name: String) async throws {
        let harness = try await DomainHarness()
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.users.create(name, in: harness.realm.id) }
        await harness.close()
    }

    @Test("no user is named with an id, and none gets an id that is another's name from earlier")
    func identity() async throws {
        let harness = try await DomainHarness()
        let (domain, realm, taken) = (harness.domain, harness.realm, DomainError(.alreadyExists, ""))
        for name in [harness.user.id.text, harness.user.id.uuidString, UUID().text] {
            await #expect(throws: DomainError(.invalid, "")) { try await domain.directory.users.create(name, in: realm.id) }
        }
        let other = try await domain.directory.users.create("other", in: realm.id)
        func rename(_ name: String) async throws -> User {
            let profile: [(String, JSONValue)] = [("givenName", "A"), ("sn", "B"), ("mail", "o@example.com"), ("userName", .string(name))]
            return try await domain.directory.accounts.change(other.id, in: realm) { document in
                for (member, value) in profile { document[member] = value }
            }
        }
        for id in [harness.user.id, other.id] {
            await #expect(throws: PolicyViolation.self) { try await rename(id.text) }
        }
        // Until there were reserved names, an id of nobody's was a name like others.
        let free = UUID()
        try await harness.rename("other", to: free.text, folded: free.text)
        #expect(try await domain.directory.users.user(named: free.text, in: realm.id)?.id == other.id)
        var new = NewAccount("second", ["givenName": "A", "sn": "B", "mail": "a@example.com"])
        new.id = free
        let account = new
        await #expect(throws: taken) { try await domain.directory.accounts.create(account, in: realm) }
        await harness.close()
    }

    @Test("a user of one realm is unknown in another")
    func realms() async throws {
        let harness = try await DomainHarness()
        let other = try await harness.domain.directory.realms.create(try #require(RealmPath("other")))
        #expect(try await harness.domain.directory.users.user(named: "demo", in: other.id) == nil)
        #expect(try await harness.domain.directory.users.user(harness.user.id, in: other.id) == nil)
        await harness.close()
    }

    @Test("users are listed by name, page by page")
    func list() async throws {
        let harness = try await DomainHarness()
        for name in ["c", "a", "b"] { _ = try await harness.domain.directory.users.create(name, in: harness.realm.id) }
        let first = try await harness.domain.directory.users.list(in: harness.realm.id, limit: 2)
        let second = try await harness.domain.directory.users.list(in: harness.realm.id, after: "b", limit: 2)
        #expect(first.map(\.username) == ["a", "b"])
        #expect(second.map(\.username) == ["c", "demo"])
        await harness.close()
    }

    @Test("changing a user that isn't there says so")
    func unknown() async throws {
        let harness = try await DomainHarness()
        let nobody = UUID()
        await #expect(throws: DomainError(.unknownUser, "")) {
            try await harness.domain.directory.users.delete(nobody, in: harness.realm.id)
        }
        await #expect(throws: DomainError(.unknownUser, "")) {
            try await harness.domain.directory.users.setStatus(.inactive, of: nobody, in: harness.realm.id)
        }
        await harness.close()
    }
}
