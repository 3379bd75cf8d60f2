public import Primitives

/// The failure to open, read or write a store.
public struct StoreError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// A file or directory could not be read or written.
        public static let io = Code(description: "io")
        /// The file is no vault of ours, or of a newer version.
        public static let unreadable = Code(description: "unreadable")
        /// The vault's contents were changed, or the key or passphrase is not the one it was made with.
        public static let tampered = Code(description: "tampered")
        /// An older copy of the vault was put in the place of the newer one.
        public static let rolledBack = Code(description: "rolledBack")
        /// Other users may read the key file.
        public static let insecurePermissions = Code(description: "insecurePermissions")
        /// The device must be unlocked first.
        public static let locked = Code(description: "locked")
        /// The app has no entitlement for the access group.
        public static let notEntitled = Code(description: "notEntitled")
        /// The platform's key store refused.
        public static let refused = Code(description: "refused")
    }

    /// The kind of failure.
    public let code: Code
    /// An explanation that names the file and the remedy.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
