import Primitives

/// The refusal of a request by the domain.
package struct DomainError: PublicError, CustomStringConvertible {
    /// The kind of refusal, by its name. A module declares those of its own concepts in an extension; those that any concept has stand here.
    package struct Code: Sendable, Equatable, CustomStringConvertible {
        /// The name, such as `unknownUser`, by which errors and tests tell codes apart.
        package let name: String
        /// The class that callers are told.
        package let kind: ErrorKind

        package init(_ name: String, _ kind: ErrorKind) {
            self.name = name
            self.kind = kind
        }

        package var description: String { name }
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
    package var kind: ErrorKind { code.kind }
}

extension DomainError.Code {
    /// The realm has no named part of this id or name.
    package static let unknownResource = Self("unknownResource", .unknown)
    /// A name that may mean two users.
    package static let ambiguous = Self("ambiguous", .conflict)
    /// The name is taken.
    package static let alreadyExists = Self("alreadyExists", .taken)
    /// A name, setting or value that can't be.
    package static let invalid = Self("invalid", .invalid)
    /// The thing was changed or spent by another caller meanwhile.
    package static let conflict = Self("conflict", .conflict)
    /// Something that this author may not do.
    package static let notPermitted = Self("notPermitted", .notPermitted)
}
