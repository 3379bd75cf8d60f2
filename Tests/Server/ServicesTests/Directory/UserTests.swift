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
        let user = try await harness.domain.users.create("Zoë", in: harness.realm.id)
        #expect(try await harness.domain.users.user(named: "ZOE\u{308}", in: harness.realm.id)?.id == user.id)
        await #expect(throws: DomainError(.alreadyExists, "")) { try await harness.domain.users.create("zoË", in: harness.realm.id) }
        await harness.close()
    }

    @Test("impossible names are refused", arguments: ["", " demo", "demo\n", "a\u{0}b", String(repeating: "x", count: 257)])
    func impossible(_ name: String) async throws {
        let harness = try await DomainHarness()
        await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.users.create(name, in: harness.realm.id) }
        await harness.close()
    }

    @Test("a user of one realm is unknown in another")
    func realms() async throws {
        let harness = try await DomainHarness()
        let other = try await harness.domain.realms.create(try #require(RealmPath("other")))
        #expect(try await harness.domain.users.user(named: "demo", in: other.id) == nil)
        #expect(try await harness.domain.users.user(harness.user.id, in: other.id) == nil)
        await harness.close()
    }

    @Test("users are listed by name, page by page")
    func list() async throws {
        let harness = try await DomainHarness()
        for name in ["c", "a", "b"] { _ = try await harness.domain.users.create(name, in: harness.realm.id) }
        let first = try await harness.domain.users.list(in: harness.realm.id, limit: 2)
        let second = try await harness.domain.users.list(in: harness.realm.id, after: "b", limit: 2)
        #expect(first.map(\.username) == ["a", "b"])
        #expect(second.map(\.username) == ["c", "demo"])
        await harness.close()
    }

    @Test("changing a user that isn't there says so")
    func unknown() async throws {
        let harness = try await DomainHarness()
        let nobody = UUID()
        await #expect(throws: DomainError(.unknownUser, "")) { try await harness.domain.users.delete(nobody, in: harness.realm.id) }
        await #expect(throws: DomainError(.unknownUser, "")) {
            try await harness.domain.users.setStatus(.inactive, of: nobody, in: harness.realm.id)
        }
        await harness.close()
    }
}
