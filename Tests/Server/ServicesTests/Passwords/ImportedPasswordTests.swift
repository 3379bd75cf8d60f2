import PasswordHashes
import Primitives
import Testing
import Foundations
import Services
import Store
@testable import Directory

@Suite("A hash of another product lasts until the first login", .timeLimit(.minutes(1)))
struct ImportedPasswordTests {
    /// The password of both hashes, composed (NFC). Our own hashes take the other form too; those of other products don't.
    private static let password = Secret("P\u{E4}ssw\u{F6}rd-\u{65E5}\u{672C}-\u{1F511}")
    private static let decomposed = Secret("Pa\u{308}sswo\u{308}rd-\u{65E5}\u{672C}-\u{1F511}")
    private static let hashes = [
        "$2b$05$xQaLyawsZrariQ5ihkgQEeRKJ6sjDpm.jqJzpckFQ2j0wZWxvXLfy", "{SSHA}9+kHURYtC+MlV1vh6m2BhS+3Sq47iTaM",
    ]

    /// Gives the harness's user a hash of another product.
    private func imported(_ text: String, _ harness: DomainHarness) async throws -> User {
        let stored = StoredPassword(importing: try ForeignHash(parsing: text), random: SeededRandom(seed: 7))
        let (id, realm) = (harness.user.id, harness.realm.id)
        try await harness.database.write { transaction in
            try transaction.execute("UPDATE users SET password = ?3 WHERE realm = ?1 AND id = ?2", realm, id, stored.text)
        }
        return try await self.stored(harness)
    }

    private func stored(_ harness: DomainHarness) async throws -> User {
        try #require(try await harness.domain.directory.users.user(harness.user.id, in: harness.realm.id))
    }

    private func signIn(_ harness: DomainHarness, _ password: Secret) async throws -> Bool {
        let passwords = harness.domain.credentials.passwords
        return try await passwords.verify(password, of: "demo", in: harness.realm, from: "192.0.2.1", isSignOn: true) != .refused
    }

    @Test("the first right password replaces it by a hash of our own with the same mark, and logins work as before", arguments: hashes)
    func renewed(_ text: String) async throws {
        let harness = try await DomainHarness()
        let before = try await imported(text, harness)
        #expect(try await !signIn(harness, Secret("wrong")))
        #expect(try await !signIn(harness, Self.decomposed))
        #expect(try await stored(harness).passwordHash == before.passwordHash)
        #expect(try await signIn(harness, Self.password))
        var after = try await stored(harness)
        while after.passwordHash == before.passwordHash {
            await Task.yield()
            after = try await stored(harness)
        }
        let hash = try #require(after.passwordHash)
        #expect(!harness.domain.directory.hasher.needsRehash(hash) && (try? PasswordHash(parsing: hash)) != nil)
        #expect(after.passwordMark == before.passwordMark && after.passwordMark.count == 16)
        #expect(try await signIn(harness, Self.password))
        #expect(try await signIn(harness, Self.decomposed))
        #expect(try await !signIn(harness, Secret("wrong")))
        await harness.close()
    }

    @Test("a password that was changed meanwhile stays")
    func changed() async throws {
        let harness = try await DomainHarness()
        let before = try await imported(Self.hashes[0], harness)
        let new = Secret("a password of some length")
        try await harness.domain.directory.accounts.setPassword(new, of: before, in: harness.realm)
        let changed = try await stored(harness)
        try await harness.domain.credentials.passwords.renew(
            try #require(before.passwordHash), by: Self.password, of: before, for: .server)
        #expect(try await stored(harness) == changed)
        #expect(try await !signIn(harness, Self.password))
        #expect(try await signIn(harness, new))
        await harness.close()
    }

    @Test("two users with the same unsalted hash get hashes that differ")
    func unsalted() throws {
        let hash = try ForeignHash(parsing: "{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=")
        let random = SeededRandom(seed: 7)
        let stored = (0..<2).map { _ in StoredPassword(importing: hash, random: random) }
        #expect(stored[0].mark != stored[1].mark)
        #expect(try stored.map(\.text).map(StoredPassword.init(parsing:)) == stored)
    }

    @Test(
        "a stored text of no known form is refused, and one that costs too much",
        arguments: [
            ("$imported$", PasswordError.Code.malformedHash), ("$imported$AAAA$$2b$05$x", .malformedHash),
            ("$imported$AAAAAAAAAAAAAAAAAAAAAA$plain", .malformedHash),
            (
                "$imported$AAAAAAAAAAAAAAAAAAAAAA$$2b$31$xQaLyawsZrariQ5ihkgQEeRKJ6sjDpm.jqJzpckFQ2j0wZWxvXLfy", .excessiveCost
            ),
        ])
    func refused(_ text: String, _ code: PasswordError.Code) {
        #expect(throws: PasswordError(code)) { try StoredPassword(parsing: text) }
    }
}
