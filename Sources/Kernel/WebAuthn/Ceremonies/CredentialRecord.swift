import Primitives

/// The record that a relying party keeps of a credential (L3 §4, credential record).
public struct CredentialRecord: Sendable, Equatable {
    public var id: [UInt8]
    public var publicKey: COSEKey
    public var signCount: UInt32
    /// Whether the user was verified at any time.
    public var isVerified: Bool
    public var transports: [String]
    public var isBackupEligible: Bool
    public var isBackedUp: Bool
    /// The model of the authenticator, in the form of a UUID.
    public var model: String

    /// A record of its parts.
    public init(
        id: [UInt8], publicKey: COSEKey, signCount: UInt32 = 0, isVerified: Bool = false, transports: [String] = [],
        isBackupEligible: Bool = false, isBackedUp: Bool = false, model: String = "00000000-0000-0000-0000-000000000000"
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
