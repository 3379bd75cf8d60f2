package import Foundation
package import Primitives
package import Store
import Foundations

/// Checks a user's password under the realm's rules: counted before it is tried, locked after too many. A right one that was hashed by an
/// earlier, weaker setting is hashed anew.
package struct PasswordAuthentication: Sendable {
    /// The result of an attempt. ``refused`` says neither whether the user exists nor whether they are locked.
    package enum Verdict: Sendable, Equatable {
        case accepted(User)
        case refused
    }

    private let attempts: Attempts
    private let hasher: PasswordHasher

    package init(attempts: Attempts, hasher: PasswordHasher) {
        self.attempts = attempts
        self.hasher = hasher
    }

    /// Checks a password.
    ///
    /// The attempt is written down before the password is looked at, in one transaction with `spend`, so parallel guesses
    /// can't race past the threshold. An unknown user, a locked one and a wrong password take the same time and answer.
    ///
    /// - Parameters:
    ///   - user: the user who had the name when the server learnt it; nil for a name that the client gave.
    ///   - address: where the attempt comes from; limits guesses over many names.
    ///   - isSignOn: whether the password alone is the sign-on, so that a right one ends the series of wrong ones.
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    /// - Throws: the errors of `spend`; `throttled` when too many wrong ones came from the address, which costs no hash; `overloaded` when
    ///   too many wait.
    package func verify(
        _ password: Secret, of username: String, known user: UUID? = nil, in realm: Realm, from address: String, isSignOn: Bool = false,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in }
    ) async throws -> Verdict {
        let attempt = Attempts.Attempt(factor: .password, username: username, user: user, realm: realm, address: address)
        let verdict = try await attempts.make(attempt, success: isSignOn ? .clears : .restores, spending: spend) { user in
            guard let hash = user?.passwordHash else {
                try await hasher.verifyNothing(password, for: attempt.asker)
                return false
            }
            return try await hasher.verify(password, against: hash, for: attempt.asker)
        }
        if case .accepted(let user) = verdict, let hash = user.passwordHash, hasher.needsRehash(hash) {
            // After the answer, which doesn't depend on it. What failed is tried again at the next login.
            Task { try? await renew(hash, by: password, of: user, for: attempt.asker) }
        }
        return verdict
    }

    /// Returns the time at which an account may sign in by password again; nil when it isn't locked, or there is none of the name. It tells
    /// that an account exists: only for realms that say so (``BoundsSettings/lockoutNotice``).
    ///
    /// - Parameter user: the user who had the name when the server learnt it; nil for a name that the client gave.
    package func lockEnd(of username: String, known user: UUID? = nil, in realm: Realm) async throws -> Date? {
        guard let user = try await attempts.user(of: username, known: user, in: realm) else { return nil }
        let now = attempts.time.now
        let failures = try await attempts.database.read { try FactorFailures.of(.password, user.id, realm: realm.id, in: $0) }
        let ends = [user.isLocked(at: now) ? user.lockedUntil : nil, failures.isLocked(at: now) ? failures.lockedUntil : nil]
        return ends.compactMap(\.self).max()
    }

    /// Replaces the stored hash of a password that was right by one of the present setting, unless it isn't the stored one any more.
    ///
    /// The password stays the same, and so does all that hangs on it: sessions, persistent cookies, recovery codes and attempts under way are
    /// bound to the mark, which the new hash has too (``User/passwordMark``); the history of passwords, the user's revision and locks are left
    /// alone, and nothing is written down in the audit log.
    func renew(_ hash: String, by password: Secret, of user: User, for asker: Asker) async throws {
        let renewed = try await hasher.renewed(hash, of: password, for: asker)
        try await attempts.database.write { transaction in
            try Users.renewHash(hash, by: renewed, of: user.id, realm: user.realm, in: transaction)
        }
    }
}
