package import Foundation
package import Primitives
package import Store
package import Foundations

/// Counts each attempt with a guessable factor before checking it: for the user's factor and for the address, in the database.
///
/// After too many wrong ones the factor is locked, and the user's others are not. Only a sign-on that succeeds ends the series
/// ([decision 43](../../../../docs/decisions/0043-attempts.md)).
package struct Attempts: Sendable {
    /// The effect of a right answer on the count.
    package enum Success: Sendable {
        /// It is the whole sign-on, and ends the series of wrong ones.
        case clears
        /// It was no wrong one. The series ends when the sign-on succeeds that it is a part of (``FactorFailures/clear(_:of:realm:in:)``).
        case restores
    }

    /// An attempt: who tries what, and where.
    package struct Attempt: Sendable {
        /// The factor whose wrong ones are counted for the user; nil for what counts them by itself, so that guesses lock no way of signing in.
        package let factor: Factor?
        /// The user name as the client gave it, existing or not.
        package let username: String
        /// The user who had the name when the server learnt it; nil for a name that the client gave.
        package let user: UUID?
        package let realm: Realm
        /// The network address of the client.
        package let address: String

        package init(factor: Factor?, username: String, user: UUID? = nil, realm: Realm, address: String) {
            self.factor = factor
            self.username = username
            self.user = user
            self.realm = realm
            self.address = address
        }

        var asker: Asker { Asker(address: address, in: realm.id) }
    }

    /// An attempt that has been counted.
    private struct Counted: Sendable {
        let user: User
        /// The failures of the factor that stand in the database until it is settled, read back from there.
        let failures: FactorFailures
    }

    let database: any Database
    let users: Users
    let audit: AuditLog
    let time: any TimeSource
    private let gate = AttemptGate()

    package init(database: any Database, users: Users, audit: AuditLog, time: any TimeSource) {
        self.database = database
        self.users = users
        self.audit = audit
        self.time = time
    }

    /// Makes one attempt.
    ///
    /// - Parameters:
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    ///   - check: looks at the answer; it gets nil for a user who is unknown or mustn't try, and must take as long and say false.
    /// - Throws: `throttled` when too many wrong ones came from the address; then nothing is spent, and nothing looked at.
    package func make(
        _ attempt: Attempt, success: Success, spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void,
        check: (User?) async throws -> Bool
    ) async throws -> PasswordAuthentication.Verdict {
        // At once, before the attempt waits for anything: who is refused here costs others nothing.
        try await admit(attempt.address, in: attempt.realm)
        return try await gate.inTurn(attempt) {
            let user = try await user(of: attempt.username, known: attempt.user, in: attempt.realm)
            let now = time.now
            let counted = try await database.write { transaction in
                try spend(transaction)
                return try Self.count(user, attempt, at: now, transaction)
            }
            guard let counted else {
                _ = try await check(nil)
                return .refused
            }
            do {
                guard try await check(counted.user) else { return try await refuse(counted, attempt, at: now) }
            } catch {
                // The answer was not looked at, so this was no attempt.
                _ = try await settle(counted, attempt, .restores, at: now)
                throw error
            }
            return try await settle(counted, attempt, success, at: now)
        }
    }

    func user(of username: String, known user: UUID?, in realm: Realm) async throws -> User? {
        guard let user else { return try await users.user(named: username, in: realm.id) }
        return try await users.user(user, in: realm.id)
    }

    /// Refuses an address from which too many wrong ones came.
    func admit(_ address: String, in realm: Realm) async throws {
        let now = time.now
        let isWithinLimit = try await database.lookUp { transaction in
            try Throttle.permits(
                Self.kind, from: .address(address), realm: realm.id, limit: realm.settings[BoundsSettings.self].failuresPerAddressAndMinute,
                at: now,
                in: transaction)
        }
        guard isWithinLimit else { throw Self.throttled }
    }

    /// Counts one attempt for its address.
    static func count(from address: String, in realm: Realm, at now: Date, _ transaction: any WriteTransaction) throws {
        let isWithinLimit = try Throttle.allow(
            kind, from: .address(address), realm: realm.id, limit: realm.settings[BoundsSettings.self].failuresPerAddressAndMinute, at: now,
            in: transaction)
        guard isWithinLimit else { throw throttled }
    }

    /// Takes back for its address an attempt that was right.
    static func forgive(_ address: String, in realm: Realm, at now: Date, _ transaction: any WriteTransaction) throws {
        try Throttle.forgive(kind, from: .address(address), realm: realm.id, at: now, in: transaction)
    }

    private static let kind = "password"
    private static let throttled = PasswordError(.throttled, "too many attempts from one address in the last minute")

    /// Counts one attempt as failed; nil when it must not be made.
    private static func count(
        _ user: User?, _ attempt: Attempt, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Counted? {
        // The address's row last, as where an attempt is settled: writers that change rows in another order wait for each other.
        let counted = try countForUser(user, attempt, at: now, transaction)
        try count(from: attempt.address, in: attempt.realm, at: now, transaction)
        return counted
    }

    private static func countForUser(
        _ user: User?, _ attempt: Attempt, at now: Date, _ transaction: any WriteTransaction
    ) throws -> Counted? {
        let realm = attempt.realm
        guard let id = user?.id, let user = try Users.user(id, realm: realm.id, in: transaction), user.maySignIn(at: now) else {
            return nil
        }
        guard let factor = attempt.factor else { return Counted(user: user, failures: FactorFailures()) }
        let before = try FactorFailures.held(factor, user.id, realm: realm.id, in: transaction)
        guard !before.isLocked(at: now) else { return nil }
        let failures = before.adding(
            threshold: realm.settings[BoundsSettings.self].lockoutThreshold,
            lockUntil: now.addingTimeInterval(TimeInterval(realm.settings[BoundsSettings.self].lockoutDuration)))
        try failures.write(factor, user.id, realm: realm.id, in: transaction)
        // As the store has them: what is read when it is settled is compared with what was read here, never with what was written.
        return Counted(user: user, failures: try FactorFailures.of(factor, user.id, realm: realm.id, in: transaction))
    }

    /// Takes an attempt back that was right, unless another one has locked the factor meanwhile, or the user was changed.
    private func settle(
        _ counted: Counted, _ attempt: Attempt, _ success: Success, at now: Date
    ) async throws -> PasswordAuthentication.Verdict {
        let (realm, user) = (attempt.realm, counted.user)
        return try await database.write { transaction in
            let failures = try attempt.factor.map { try FactorFailures.held($0, user.id, realm: realm.id, in: transaction) }
            guard failures?.lockedUntil == nil || failures?.lockedUntil == counted.failures.lockedUntil,
                let current = try Users.user(user.id, realm: realm.id, in: transaction), current.maySignIn(at: now),
                current.passwordMark == user.passwordMark
            else {
                if let factor = attempt.factor { try failures?.write(factor, user.id, realm: realm.id, in: transaction) }
                return .refused
            }
            if let factor = attempt.factor, let failures {
                let rest = success == .clears ? FactorFailures() : failures.removing()
                try rest.write(factor, user.id, realm: realm.id, in: transaction)
            }
            try Self.forgive(attempt.address, in: realm, at: now, transaction)
            return .accepted(current)
        }
    }

    /// Lets a wrong attempt stand as it was counted, and writes down that it was one too many.
    private func refuse(_ counted: Counted, _ attempt: Attempt, at now: Date) async throws -> PasswordAuthentication.Verdict {
        guard let factor = attempt.factor, counted.failures.lockedUntil != nil else { return .refused }
        var event = AuditEvent(
            .accountLocked, at: now, realm: attempt.realm.path.description, user: counted.user.id.text,
            reason: "too many in a row were wrong")
        event.details = ["factor": .string(factor.rawValue), "inARow": .integer(Int64(counted.failures.inARow))]
        event.personal["address"] = .string(attempt.address)
        try await database.write { [event] in try audit.append(event, in: $0) }
        return .refused
    }
}
