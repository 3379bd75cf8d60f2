import Foundation
package import Primitives
package import Store

/// Checks codes that were sent to a user, under the same limits as passwords: guessing codes locks them as guessing passwords locks those.
package struct PasscodeAuthentication: Sendable {
    private let attempts: Attempts

    package init(attempts: Attempts) { self.attempts = attempts }

    /// Checks a code.
    ///
    /// - Parameters:
    ///   - sent: the code that was sent; nil when none was, or it is void.
    ///   - user: the user whose attempt it is; nil for a person who has no account yet, where only the address limits the guesses.
    ///   - spend: spends what this attempt may be made with only once; throws to refuse it.
    /// - Throws: the errors of `spend`; `throttled`.
    package func verify(
        _ given: Secret, against sent: Secret?, of user: User?, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Bool {
        let isRight = sent.map { $0 == given } ?? false
        guard let user else { return try await verifyForNobody(isRight, in: realm, from: address, spending: spend) }
        let attempt = Attempts.Attempt(factor: .sentCode, username: user.username, user: user.id, realm: realm, address: address)
        let verdict = try await attempts.make(attempt, success: .restores, spending: spend) { $0 != nil && isRight }
        return verdict != .refused
    }

    private func verifyForNobody(
        _ isRight: Bool, in realm: Realm, from address: String, spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Bool {
        try await attempts.admit(address, in: realm)
        let now = attempts.time.now
        return try await attempts.database.write { transaction in
            try spend(transaction)
            try Attempts.count(from: address, in: realm, at: now, transaction)
            guard isRight else { return false }
            try Attempts.forgive(address, in: realm, at: now, transaction)
            return true
        }
    }
}
