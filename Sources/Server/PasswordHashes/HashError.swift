package import Foundations
import Primitives

/// The reason why a password hash is not read, or not computed.
package struct HashError: PublicError {
    /// The reason, by which callers tell errors apart.
    package enum Code: Sendable, Hashable {
        /// The text isn't of the form that it should have.
        case malformed
        /// The form is known and not read: its password can't be checked, or checking it isn't safe.
        case unsupported
        /// Checking a password would take more memory or time than is allowed.
        case excessiveCost
        /// The machine has no memory for a hash.
        case failed
    }

    package let code: Code
    /// The reason in words. It never has a part of the hash.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var kind: ErrorKind {
        switch code {
        case .malformed, .unsupported, .excessiveCost: .invalid
        case .failed: .unexpected
        }
    }
}
