import Primitives
package import Foundations

/// The failure of a login at an identity provider.
package struct FederationError: PublicError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// The provider can't be reached, or answered with what makes no sense.
        case unavailable
        /// The provider says that there is no login, as when the user did not agree.
        case refused
        /// A token or an answer that isn't for this login: its signature, issuer, audience, nonce, state or time is wrong.
        case notAuthentic
        /// A kind of token that says nothing certain about who the user is.
        case unsupported
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }

    /// The class of all of them: the provider's doing is told in the outcome of a journey, and otherwise in the log alone.
    package var kind: ErrorKind { .unexpected }
}
