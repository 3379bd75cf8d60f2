import Primitives

/// The record that a relying party keeps of a credential (L3 §4, credential record).
public struct CredentialRecord: Sendable, Equatable {
    /// The credential's identifier, its raw bytes.
    public var id: [UInt8]
    /// The public key with which assertions are verified.
    public var publicKey: COSEKey
    /// The signature counter of the last ceremony; 0 for an authenticator that does not count.
    public var signCount: UInt32
    /// Whether the user was verified at any time.
    public var isVerified: Bool
    /// The ways in which the authenticator can be reached, such as `internal` or `usb`.
    public var transports: [String]
    /// Whether the credential can be copied to other authenticators; it never changes. It is nil for a credential that was registered elsewhere,
    /// whose first assertion here will tell.
    public var isBackupEligible: Bool?
    /// Whether the credential was backed up at its last use.
    public var isBackedUp: Bool
    /// The model of the authenticator, in the form of a UUID.
    public var model: String

    /// A record of its parts.
    public init(
        id: [UInt8], publicKey: COSEKey, signCount: UInt32 = 0, isVerified: Bool = false, transports: [String] = [],
        isBackupEligible: Bool? = false, isBackedUp: Bool = false, model: String = "00000000-0000-0000-0000-000000000000"
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isVerified = isVerified
        self.transports = transports
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.model = model
    }
}
