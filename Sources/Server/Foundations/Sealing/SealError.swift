import Primitives

/// The failure to seal or open a value, or to get a master key.
package struct SealError: PublicError {
    /// The reason, by which callers tell errors apart.
    package struct Code: Sendable, Hashable {
        private let name: String

        /// The value isn't of a form that we know.
        package static let malformed = Code(name: "malformed")
        /// The value was sealed with a master key that we don't have.
        package static let unknownKey = Code(name: "unknownKey")
        /// The value was changed, or sealed for another place.
        package static let notAuthentic = Code(name: "notAuthentic")
        /// A master key isn't 32 bytes of base64.
        package static let malformedKey = Code(name: "malformedKey")
        /// The file of the master key can't be read or made.
        package static let keyFile = Code(name: "keyFile")
        /// Others may read the file of the master key.
        package static let exposedKeyFile = Code(name: "exposedKeyFile")
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    package var kind: ErrorKind { .unexpected }
}
