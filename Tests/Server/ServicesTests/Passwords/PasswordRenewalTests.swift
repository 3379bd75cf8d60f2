import Primitives
import Store
import Testing
import Foundations
import Services
import Sessions
@testable import Directory

@Suite("A login hashes the password anew by a stronger setting", .timeLimit(.minutes(1)))
struct PasswordRenewalTests {
    /// A setting that is stronger than the harness's.
    private static let stronger = PasswordAlgorithm.argon2id(memory: 64, passes: 1, lanes: 1)
    private static let prefix = "$argon2id$v=19$m=64,t=1,p=1$"
    private static let password = Secret(DomainHarness.password)

    private func signIn(
        _ harness: DomainHarness, at node: Services, _ password: Secret = PasswordRenewalTests.password
    ) async throws -> Bool {
        let passwords = node.credentials.passwords
        let verdict = try await passwords.verify(password, of: "demo", in: harness.realm, from: "192.0.2.1", isSignOn: true)
        return verdict != .refused
    }

    private func stored(_ harness: DomainHarness) async throws -> User {
        try #require(try await harness.domain.directory.users.user(harness.user.id, in: harness.realm.id))
    }

    /// The user as stored once the hash is another one than at first: it is replaced after the login's answer.
    private func renewed(_ harness: DomainHarness) async throws -> User {
        while true {
            let user = try await stored(harness)
            if user.passwordHash != harness.user.passwordHash { return user }
            await Task.yield()
        }
    }

    @Test("after a right password the stored hash is the setting's, once, and logins work as before")
    func right() async throws {
        let harness = try await DomainHarness()
        let node = harness.anotherNode(hashing: Self.stronger)
        #expect(try await signIn(harness, at: node))
        let hash = try #require(try await renewed(harness).passwordHash)
        #expect(hash.hasPrefix(Self.prefix) && !node.directory.hasher.needsRehash(hash))
        for domain in [node, harness.domain] {
            #expect(try await signIn(harness, at: domain))
            #expect(try await !signIn(harness, at: domain, Secret("wrong")))
        }
        #expect(try await stored(harness).passwordHash == hash)
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("nothing else changes: neither user, sessions nor former passwords, and the log has no new password")
    func rest() async throws {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[PasswordSettings.self].passwordHistory = 3
        try await harness.domain.directory.realms.update(realm)
        let node = harness.anotherNode(hashing: Self.stronger)
        let (session, _) = try await harness.signIn()
        let before = try await stored(harness)
        #expect(try await signIn(harness.with(realm), at: node))
        var after = try await renewed(harness)
        #expect(after.passwordMark == before.passwordMark && !after.passwordMark.isEmpty)
        after.passwordHash = before.passwordHash
        #expect(after == before)
        #expect(try await harness.domain.session.registry.sessions(of: after.id, in: realm.id).map(\.handle) == [session.handle])
        #expect(try await harness.database.read { try $0.rows("SELECT hash FROM password_history") }.isEmpty)
        try await AuditLog.seal(harness.database)
        let changes = try await harness.database.read { try $0.rows("SELECT seq FROM audit_event WHERE kind = 'password.changed'") }
        #expect(changes.isEmpty)
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("a wrong password is never hashed anew")
    func wrong() async throws {
        let harness = try await DomainHarness()
        let node = harness.anotherNode(hashing: Self.stronger)
        #expect(try await !signIn(harness, at: node, Secret("wrong")))
        #expect(try await stored(harness).passwordHash == harness.user.passwordHash)
        #expect(try await signIn(harness, at: node))
        let hash = try #require(try await renewed(harness).passwordHash)
        #expect(try await node.directory.hasher.verify(Self.password, against: hash))
        #expect(try await !node.directory.hasher.verify(Secret("wrong"), against: hash))
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("logins at once, at two servers, are all accepted, and leave one hash that is right")
    func concurrent() async throws {
        let harness = try await DomainHarness()
        let nodes = (0..<2).map { _ in harness.anotherNode(hashing: Self.stronger) }
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for node in nodes {
                for _ in 0..<4 { group.addTask { try await signIn(harness, at: node) } }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 8)
        let hash = try #require(try await renewed(harness).passwordHash)
        #expect(hash.hasPrefix(Self.prefix))
        for node in nodes {
            #expect(try await signIn(harness, at: node))
            await node.directory.hasher.close()
        }
        #expect(try await harness.failures(.password) == FactorFailures())
        await harness.close()
    }

    @Test("an attempt during which another login renews the hash is accepted")
    func underWay() async throws {
        let harness = try await DomainHarness()
        let node = harness.anotherNode(hashing: Self.stronger)
        let attempts = Attempts(
            database: harness.database, users: harness.domain.directory.users, audit: harness.domain.platform.audit, time: harness.time)
        let attempt = Attempts.Attempt(factor: .password, username: "demo", realm: harness.realm, address: "192.0.2.1")
        let verdict = try await attempts.make(attempt, success: .clears, spending: { _ in }) { user in
            guard let user, let hash = user.passwordHash else { return false }
            try await node.credentials.passwords.renew(hash, by: Self.password, of: user, for: .server)
            return true
        }
        let user = try await stored(harness)
        #expect(verdict == .accepted(user) && user.passwordHash?.hasPrefix(Self.prefix) == true)
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("a password that was changed meanwhile stays")
    func changed() async throws {
        let harness = try await DomainHarness()
        let node = harness.anotherNode(hashing: Self.stronger)
        let hash = try #require(harness.user.passwordHash)
        let new = Secret("a password of some length")
        try await harness.domain.directory.accounts.setPassword(new, of: harness.user, in: harness.realm)
        let changed = try await stored(harness)
        #expect(changed.passwordMark != harness.user.passwordMark)
        try await node.credentials.passwords.renew(hash, by: Self.password, of: harness.user, for: .server)
        #expect(try await stored(harness) == changed)
        #expect(try await !signIn(harness, at: node))
        #expect(try await signIn(harness, at: node, new))
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("a login is accepted although its password can't be hashed anew")
    func refused() async throws {
        let harness = try await DomainHarness()
        // Of a cost that no hash may have.
        let node = harness.anotherNode(hashing: .argon2id(memory: 1_000_000, passes: 1, lanes: 1))
        #expect(try await signIn(harness, at: node))
        #expect(try await signIn(harness, at: node))
        #expect(try await stored(harness).passwordHash == harness.user.passwordHash)
        await node.directory.hasher.close()
        await harness.close()
    }

    @Test("the mark is a password's: a new hash has it, a new password another, and none is empty")
    func marks() async throws {
        let harness = try await DomainHarness()
        let hasher = harness.domain.directory.hasher
        var user = harness.user
        let first = try #require(user.passwordHash)
        let mark = user.passwordMark
        user.passwordHash = try await hasher.renewed(first, of: Self.password, for: .server)
        #expect(user.passwordMark == mark)
        user.passwordHash = try await hasher.hash(Self.password)
        #expect(user.passwordMark != mark)
        user.passwordHash = "of no known form"
        #expect(user.passwordMark == Array("of no known form".utf8))
        user.passwordHash = nil
        #expect(user.passwordMark == [])
        await harness.close()
    }
}
