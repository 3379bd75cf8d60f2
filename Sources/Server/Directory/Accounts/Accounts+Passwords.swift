package import Foundation
package import JourneyMessages
package import Primitives
package import Store
package import Foundations

extension Accounts {
    /// Gives a user a new password by the realm's rules, clears the failures and the lock, and ends the user's sessions.
    ///
    /// - Throws: ``PolicyViolation``, `unknownUser`; `overloaded` of the hasher.
    package func setPassword(_ password: Secret, of user: User, in realm: Realm) async throws {
        let failed = try await failures(ofPassword: password, for: user, in: realm)
        guard failed.isEmpty else {
            throw PolicyViolation(properties: [PolicyViolation.Property(name: "password", failed: failed)])
        }
        let (hash, now) = (try await hasher.hash(password, for: asker(in: realm)), time.now)
        try await database.write { try setPassword(hash, of: user, in: realm, keeping: nil, by: nil, at: now, $0) }
    }

    /// Returns the policies broken by a password that a user is to have, those about former passwords among them.
    package func failures(ofPassword password: Secret, for user: User, in realm: Realm) async throws -> [FailedPolicy] {
        try await failures(ofPassword: password, for: user, near: PasswordContext(AccountDocument.of(user), realm), in: realm)
    }

    /// Returns the policies broken by a password that an account with this profile is to have.
    package func failures(ofPassword password: Secret, forNew document: JSONObject, in realm: Realm) -> [FailedPolicy] {
        PasswordPolicy(realm.settings).failures(of: password, near: PasswordContext(document, realm))
    }

    func failures(
        ofPassword password: Secret, for user: User, near context: PasswordContext, in realm: Realm
    ) async throws -> [FailedPolicy] {
        let policy = PasswordPolicy(realm.settings)
        let failed = policy.failures(of: password, near: context)
        // Hashes are compared only for what could be taken otherwise: each costs as much as a login.
        guard failed.isEmpty, policy.history > 0 else { return failed }
        let old = try await database.read { try PasswordHistory.hashes(of: user, count: policy.history, in: $0) }
        for hash in old where try await hasher.verify(password, against: hash, for: asker(in: realm)) { return [policy.isNew] }
        return []
    }

    /// - Parameter session: the handle of the session in which the password is changed; the others end.
    package func setPassword(
        _ hash: String, of user: User, in realm: Realm, keeping session: String?, by actor: AuditActor?, at now: Date,
        _ transaction: any WriteTransaction
    ) throws {
        try PasswordHistory.keep(user, count: PasswordPolicy(realm.settings).history, in: transaction)
        guard try Users.setPassword(hash, of: user.id, realm: realm.id, in: transaction) == 1 else { throw Users.unknown(user.id) }
        try audit.append(
            .passwordChanged, actor.naming(), at: now, realm: realm.id, user: user.id, from: actor?.address, in: transaction)
        guard realm.settings[PasswordSettings.self].passwordChangeEndsSessions else { return }
        for handle in try sessions.logOut(of: user.id, but: session, realm: realm.id, in: transaction) {
            let event = AuditEvent(
                .sessionEnded, at: now, realm: realm.path.description, user: user.id.text, session: handle,
                reason: "the password was changed")
            try audit.append(event, in: transaction)
        }
    }
}
