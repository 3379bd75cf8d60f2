import Primitives
package import Foundations

/// The refusal of push credentials.
package struct PushCredentialError: PublicError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// A member that must be there isn't.
        case required
        /// A member that can't be.
        case invalid
        /// The application has no credentials of this id.
        case unknown
        /// The application has as many as it can have.
        case tooMany
    }

    package let code: Code
    /// The member, by its name in ``PushCredential/Content/init(json:)``; nil when it is about none.
    package let member: String?
    package let reason: String

    package init(_ code: Code, _ reason: String, member: String? = nil) {
        self.code = code
        self.reason = reason
        self.member = member
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .required, .invalid: .invalid
        case .unknown: .unknown
        case .tooMany: .notPermitted
        }
    }
}
