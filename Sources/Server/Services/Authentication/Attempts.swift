import Foundation
import Primitives
import Store

/// Counts every try at proving who somebody is, whatever it is that they know: before it is looked at, for the account and for the
/// address, in the database. After too many the account is locked for all of them.
struct Attempts: Sendable {
    /// What a right answer does with the count.
    enum Success: Sendable {
        /// It ends the series of wrong ones.
        case clears
        /// It was no wrong one, but says nothing of those before it: who knows a pet's name may still be guessing the password.
        case restores
    }

    /// Who tries, and where.
    struct Attempt: Sendable {
        let username: String
        let realm: Realm
        let address: String
    }

    let database: any Database
    let users: Users
    let time: any TimeSource
    private let gate = AttemptGate()

    init(database: any Database, users: Users, time: any TimeSource) {
        self.database = database
        self.users = users
        self.time = time
    }

    /// Makes one attempt.
    ///
    /// - Parameters:
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    ///   - check: looks at the answer; it gets nil for a user who is unknown or mustn't try, and must take as long and say false.
    func make(
        _ attempt: Attempt, success: Success, spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void,
        check: (User?) async throws -> Bool
    ) async throws -> PasswordAuthentication.Verdict {
        try await gate.inTurn(AttemptGate.Key(realm: attempt.realm.id, name: Users.folded(attempt.username))) {
            let user = try await users.user(named: attempt.username, in: attempt.realm.id)
            let now = time.now
            let mayTry = try await database.write { transaction in
                try spend(transaction)
                return try Self.count(user, attempt, at: now, transaction)
            }
            guard mayTry, let user else {
                _ = try await check(nil)
                return .refused
            }
            let before = user.lockedUntil == nil ? user.failures : 0
            do {
                guard try await check(user) else { return .refused }
            } catch {
                // Nobody has looked at the answer, so this was no attempt.
                _ = try await settle(user, attempt, at: now, failures: before)
                throw error
            }
            return try await settle(user, attempt, at: now, failures: success == .clears ? 0 : before)
        }
    }

    /// Counts one attempt; false when it must not be made.
    private static func count(
        _ user: User?, _ attempt: Attempt, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Bool {
        let realm = attempt.realm
        let isWithinLimit = try Throttle.allow(
            "password", from: attempt.address, realm: realm.id, limit: realm.settings.failuresPerAddressAndMinute, at: now,
            in: transaction)
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
    private func settle(
        _ user: User, _ attempt: Attempt, at now: Date, failures: Int
    ) async throws -> PasswordAuthentication.Verdict {
        let realm = attempt.realm
        return try await database.write { transaction in
            let settled = try transaction.execute(
                """
                UPDATE users SET failures = ?5, locked_until = NULL
                WHERE realm = ?1 AND id = ?2 AND status = 'active' AND COALESCE(password, '') = ?3
                    AND (locked_until IS NULL OR locked_until = ?4)
                """, realm.id, user.id, user.passwordHash ?? "", Self.lockEnd(realm, now), failures)
            guard settled == 1, let current = try Users.user(user.id, realm: realm.id, in: transaction) else { return .refused }
            try Throttle.forgive("password", from: attempt.address, realm: realm.id, at: now, in: transaction)
            return .accepted(current)
        }
    }
}
