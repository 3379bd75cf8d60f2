import Foundation
import Primitives
import Store
import Testing
@testable import Services
@testable import Directory

@Suite("Proven addresses")
struct RecoveryAddressTests {
    private func account(
        _ name: String, _ mail: String, _ standing: RecoveryAddress.Standing, _ harness: DomainHarness
    ) async throws -> User {
        var new = NewAccount(name, ["mail": .string(mail), "givenName": "G", "sn": "S"])
        new.mail = standing
        return try await harness.domain.directory.accounts.create(new, in: harness.realm)
    }

    private func setMail(
        _ mail: String?, of user: User, as author: Accounts.Author, standing: RecoveryAddress.Standing? = nil, _ harness: DomainHarness
    ) async throws -> User {
        _ = try await harness.domain.directory.accounts.change(user.id, in: harness.realm, as: author, mail: standing) {
            $0["mail"] = mail.map(JSONValue.string)
        }
        return try #require(try await harness.domain.directory.users.user(user.id, in: harness.realm.id))
    }

    private func found(_ address: String, _ harness: DomainHarness) async throws -> String? {
        try await harness.domain.directory.accounts.user(
            with: address, of: try #require(ProfileSchema.standard["mail"]).path, in: harness.realm)?
            .username
    }

    @Test("only a proof makes an address proven, whoever set it, and another address is none again")
    func proof() async throws {
        let harness = try await DomainHarness()
        var user = try await account("ada", "Ada@example.com", .given, harness)
        #expect(!user.isMailProven && user.recoveryMail == "Ada@example.com")
        try await harness.domain.directory.accounts.proveMail("other@example.com", of: user.id, in: harness.realm)
        #expect(try await harness.domain.directory.users.user(user.id, in: harness.realm.id)?.isMailProven == false)
        try await harness.domain.directory.accounts.proveMail("ada@EXAMPLE.com", of: user.id, in: harness.realm)
        user = try #require(try await harness.domain.directory.users.user(user.id, in: harness.realm.id))
        #expect(user.isMailProven)
        for author in [Accounts.Author.owner, .administrator] {
            let changed = try await setMail("new@example.com", of: user, as: author, harness)
            #expect(!changed.isMailProven)
            #expect(changed.recoveryMail == (author == .owner ? "Ada@example.com" : "new@example.com"))
            try await harness.domain.directory.accounts.proveMail("new@example.com", of: user.id, in: harness.realm)
            #expect(try await harness.domain.directory.users.user(user.id, in: harness.realm.id)?.isMailProven == true)
            _ = try await setMail("Ada@example.com", of: user, as: .administrator, standing: .proven, harness)
        }
        await harness.close()
    }

    @Test(
        "an address that only a search takes for the proven one is another's mailbox",
        arguments: ["strauss@example.com", "STRAUSS@example.com"])
    func otherMailbox(address: String) async throws {
        let harness = try await DomainHarness()
        let user = try await account("ada", "strauß@example.com", .proven, harness)
        #expect(try await found(address, harness) == "ada", "a search finds the user, and messages go to the address as it is stored")
        for author in [Accounts.Author.owner, .administrator] {
            let changed = try await setMail(address, of: user, as: author, harness)
            #expect(!changed.isMailProven && changed.recoveryMail == (author == .owner ? "strauß@example.com" : address))
            _ = try await setMail("strauß@example.com", of: user, as: .administrator, standing: .proven, harness)
        }
        try await harness.domain.directory.accounts.proveMail(address, of: user.id, in: harness.realm)
        #expect(try await harness.domain.directory.users.user(user.id, in: harness.realm.id)?.recovery?.text == "strauß@example.com")
        _ = try await account("eve", address, .proven, harness)
        #expect(try await found("strauß@example.com", harness) == "ada")
        #expect(try await found(address, harness) == "eve")
        await harness.close()
    }

    @Test("users who change their address, or take it away, keep the one that recovers their account")
    func owner() async throws {
        let harness = try await DomainHarness()
        let user = try await account("ada", "ada@example.com", .proven, harness)
        let claimed = try await setMail("eve@example.com", of: user, as: .owner, harness)
        #expect(claimed.recoveryMail == "ada@example.com" && !claimed.isMailProven)
        #expect(try await found("ada@example.com", harness) == "ada")
        let back = try await setMail("ada@example.com", of: user, as: .owner, harness)
        #expect(back.isMailProven, "the address was proved before")
        await harness.close()
    }

    @Test("who types somebody's address neither gets nor hides their account", arguments: RecoveryAddress.Standing.allCases)
    func foreign(_ standing: RecoveryAddress.Standing) async throws {
        let harness = try await DomainHarness()
        let attacker = try await account("eve", "eve@example.com", .proven, harness)
        _ = try await account("ada", "ada@example.com", standing, harness)
        _ = try await setMail("ada@example.com", of: attacker, as: .owner, harness)
        #expect(try await found("ada@example.com", harness) == "ada")
        harness.time.advance(by: 1)
        _ = try await account("eve2", "ada@example.com", .claimed, harness)
        #expect(try await found("ada@example.com", harness) == "ada")
        await harness.close()
    }

    @Test("a proof outdoes an address that was given, and two proofs or two gifts name nobody")
    func ranks() async throws {
        let harness = try await DomainHarness()
        let first = try await account("one", "x@example.com", .given, harness)
        let second = try await account("two", "x@example.com", .given, harness)
        #expect(try await found("x@example.com", harness) == nil)
        try await harness.domain.directory.accounts.proveMail("x@example.com", of: second.id, in: harness.realm)
        #expect(try await found("x@example.com", harness) == "two")
        try await harness.domain.directory.accounts.proveMail("x@example.com", of: first.id, in: harness.realm)
        #expect(try await found("x@example.com", harness) == nil)
        await harness.close()
    }

    @Test("accounts from before proofs were kept have their address as it was, and unproven")
    func old() async throws {
        let harness = try await DomainHarness()
        let user = try await account("ada", "ada@example.com", .proven, harness)
        try await harness.database.write { transaction in
            _ = try transaction.execute(
                "UPDATE users SET recovery_mail = NULL, recovery_folded = NULL, recovery_standing = 1, indexed = 0 WHERE id = ?1", user.id)
        }
        try await harness.domain.directory.users.indexOldUsers()
        let known = try #require(try await harness.domain.directory.users.user(user.id, in: harness.realm.id))
        #expect(known.recovery == RecoveryAddress("ada@example.com", .given) && !known.isMailProven)
        #expect(try await found("ada@example.com", harness) == "ada")
        await harness.close()
    }
}
