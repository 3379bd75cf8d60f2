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

    private let attempts: Attempts
    private let hasher: PasswordHasher

    init(attempts: Attempts, hasher: PasswordHasher) {
        self.attempts = attempts
        self.hasher = hasher
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
        let attempt = Attempts.Attempt(username: username, realm: realm, address: address)
        return try await attempts.make(attempt, success: .clears, spending: spend) { user in
            guard let hash = user?.passwordHash else {
                try await hasher.verifyNothing(password)
                return false
            }
            return try await hasher.verify(password, against: hash)
        }
    }
}
