import Foundation
package import Primitives
package import Store

/// Checks a user's password under the realm's rules: counted before it is tried, locked after too many.
package struct PasswordAuthentication: Sendable {
    /// What came of it. ``refused`` says neither whether the user exists nor whether they are locked.
    package enum Verdict: Sendable, Equatable {
        case accepted(User)
        case refused
    }

    private let database: any Database
    private let users: Users
    private let hasher: PasswordHasher
    private let time: any TimeSource
    private let gate = AttemptGate()

    init(database: any Database, users: Users, hasher: PasswordHasher, time: any TimeSource) {
        self.database = database
        self.users = users
        self.hasher = hasher
        self.time = time
    }

    /// Checks a password.
    ///
    /// The attempt is written down before the password is looked at, in one transaction with `spend`, so parallel guesses
    /// can't race past the threshold. An unknown user, a locked one and a wrong password take the same time and answer.
    ///
    /// - Parameters:
    ///   - address: where the attempt comes from; limits guesses over many names.
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    /// - Throws: what `spend` throws; `overloaded` of the hasher when too many wait.
    package func verify(
        _ password: Secret, of username: String, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in }
    ) async throws -> Verdict {
        try await gate.inTurn(AttemptGate.Key(realm: realm.id, name: Users.folded(username))) {
            try await attempt(password, of: username, in: realm, from: address, spending: spend)
        }
    }

    private func attempt(
        _ password: Secret, of username: String, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Verdict {
        let user = try await users.user(named: username, in: realm.id)
        let now = time.now
        let mayTry = try await database.write { transaction in
            try spend(transaction)
            return try Self.countAttempt(user, in: realm, from: address, at: now, transaction)
        }
        guard mayTry, let user, let hash = user.passwordHash else {
            try await hasher.verifyNothing(password)
            return .refused
        }
        do {
            guard try await hasher.verify(password, against: hash) else { return .refused }
        } catch {
            // Nobody has looked at the password, so this was no attempt.
            _ = try await clear(user, in: realm, from: address, attemptedAt: now, failures: user.lockedUntil == nil ? user.failures : 0)
            throw error
        }
        return try await clear(user, in: realm, from: address, attemptedAt: now, failures: 0)
    }

    /// Counts one attempt; false when it must not be made.
    private static func countAttempt(
        _ user: User?, in realm: Realm, from address: String, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Bool {
        let isWithinLimit = try Throttle.allow(
            "password", from: address, realm: realm.id, limit: realm.settings.failuresPerAddressAndMinute, at: now, in: transaction)
        guard let user else { return false }
        let counted = try transaction.execute(
            """
            UPDATE users SET failures = CASE WHEN locked_until IS NULL THEN failures + 1 ELSE 1 END,
                locked_until = CASE WHEN locked_until IS NULL AND failures + 1 >= ?3 THEN ?5 ELSE NULL END
            WHERE realm = ?1 AND id = ?2 AND status = 'active' AND (locked_until IS NULL OR locked_until <= ?4)
            """, realm.id, user.id, realm.settings.lockoutThreshold, now, lockEnd(realm, now))
        return counted == 1 && isWithinLimit
    }

    /// Until when an attempt at `now` locks the user if it is one too many.
    private static func lockEnd(_ realm: Realm, _ now: Date) -> Date {
        now.addingTimeInterval(TimeInterval(realm.settings.lockoutDuration))
    }

    /// Sets the count of a user whose attempt was no failure, unless somebody else locked or changed the user meanwhile.
    private func clear(
        _ user: User, in realm: Realm, from address: String, attemptedAt attempt: Date, failures: Int
    ) async throws -> Verdict {
        try await database.write { transaction in
            let cleared = try transaction.execute(
                """
                UPDATE users SET failures = ?5, locked_until = NULL
                WHERE realm = ?1 AND id = ?2 AND status = 'active' AND password = ?3
                    AND (locked_until IS NULL OR locked_until = ?4)
                """, realm.id, user.id, user.passwordHash, Self.lockEnd(realm, attempt), failures)
            guard cleared == 1, let current = try Users.user(user.id, realm: realm.id, in: transaction) else { return .refused }
            try Throttle.forgive("password", from: address, realm: realm.id, at: attempt, in: transaction)
            return .accepted(current)
        }
    }
}
