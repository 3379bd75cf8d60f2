import Primitives

/// The penalty for the last wrong PIN of an authenticator that commands reach.
package enum PINPenalty: String, Sendable, Codable, CaseIterable {
    /// It is locked until it is unlocked.
    case lock
    /// It is removed, and its user activates again.
    case remove
}
