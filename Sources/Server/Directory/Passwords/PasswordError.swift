import Primitives
package import Foundations

/// The failure to hash or check a password.
package struct PasswordError: PublicError {
    /// The reason, by which callers tell errors apart.
    package struct Code: Sendable, Hashable {
        private let name: String

        /// More logins wait for a hash than the server allows; try again later.
        package static let overloaded = Code(name: "overloaded")
        /// Too many attempts came from one address of late; try again in a minute.
        package static let throttled = Code(name: "throttled")
        /// A stored hash isn't in a form that we know.
        package static let malformedHash = Code(name: "malformedHash")
        /// A stored hash, or the configuration, asks for more memory or time than is allowed.
        package static let excessiveCost = Code(name: "excessiveCost")
        /// The machine has no memory for a hash.
        package static let failed = Code(name: "failed")
        /// The hasher is closed.
        package static let closed = Code(name: "closed")
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    package var kind: ErrorKind {
        switch code {
        case .overloaded: .busy
        case .throttled: .limited
        default: .unexpected
        }
    }
}
