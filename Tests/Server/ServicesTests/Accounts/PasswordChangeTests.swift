import Primitives
import Foundations
import Store
import Testing
import Services
import Sessions
import Directory

@Suite("A new password and the user's sessions")
struct PasswordChangeTests {
    private static let password = Secret("correct horse battery staple")

    @Test("ends all sessions but the one in which it is chosen, and the log says why")
    func others() async throws {
        let harness = try await DomainHarness()
        let (domain, realm, user) = (harness.domain, harness.realm, harness.user)
        let (own, _) = try await harness.signIn()
        for _ in 0..<3 { _ = try await harness.signIn() }
        let stranger = try await domain.directory.users.create("ada", in: realm.id, passwordHash: nil)
        let other = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: stranger, journey: "Login"), in: realm, transaction).0
        }
        _ = try await domain.directory.accounts.change(user.id, in: realm, password: Self.password, in: own.handle)
        #expect(try await domain.session.registry.sessions(of: user.id, in: realm.id).map(\.handle) == [own.handle])
        #expect(try await domain.session.registry.sessions(of: stranger.id, in: realm.id).map(\.handle) == [other.handle])
        try await AuditLog.seal(domain.platform.database)
        let ended = try await domain.platform.database.read {
            try $0.rows("SELECT seq FROM audit_event WHERE kind = 'session.ended' AND reason = 'the password was changed'").count
        }
        #expect(ended == 3)
    }

    @Test("set by an administrator it ends all of them")
    func all() async throws {
        let harness = try await DomainHarness()
        _ = try await harness.signIn()
        try await harness.domain.directory.accounts.setPassword(Self.password, of: harness.user, in: harness.realm)
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).isEmpty)
    }

    @Test("a change of anything else ends none, nor does a password that is refused, nor any where the realm says so")
    func none() async throws {
        let harness = try await DomainHarness()
        let (domain, user) = (harness.domain, harness.user)
        _ = try await harness.signIn()
        _ = try await domain.directory.accounts.change(user.id, in: harness.realm) { document in
            for (name, value) in [("mail", "a@example.com"), ("givenName", "A"), ("sn", "B")] { document[name] = .string(value) }
        }
        await #expect(throws: PolicyViolation.self) {
            try await domain.directory.accounts.setPassword(Secret("short"), of: user, in: harness.realm)
        }
        var realm = harness.realm
        realm.settings[PasswordSettings.self].passwordChangeEndsSessions = false
        try await domain.directory.accounts.setPassword(Self.password, of: user, in: realm)
        #expect(try await domain.session.registry.sessions(of: user.id, in: realm.id).count == 1)
    }
}
