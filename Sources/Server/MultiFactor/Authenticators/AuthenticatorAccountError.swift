import Primitives
package import Foundations

/// The refusal of what was asked of an authenticator app's account.
package struct AuthenticatorAccountError: PublicError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// The user has no account of the kind.
        case notRegistered
        /// The user has as many as one may have.
        case tooMany
        /// The message from the app isn't right. No caller outside is told in what way.
        case refused
        /// The push can't be made.
        case invalid
        /// Too many pushes of late were denied or ignored, or the account is blocked.
        case locked
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .notRegistered: .unknown
        case .tooMany: .notPermitted
        case .invalid: .invalid
        case .locked: .refused
        // Its reason is for the log alone.
        case .refused: .unexpected
        }
    }
}
