public import Primitives

/// The refusal of a note, a checkpoint, a proof or a tile of a transparency log.
public struct TransparencyError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// More bytes, or more signatures, than the limits allow.
        case tooLarge
        /// Not a signed note (c2sp.org/signed-note).
        case malformedNote
        /// Not a verifier's key, or of a signature type that this module doesn't have.
        case malformedKey
        /// No key that the verifier trusts has signed.
        case unsigned
        /// A trusted key's signature isn't over this text.
        case invalidSignature
        /// A note whose text isn't a checkpoint's (c2sp.org/tlog-checkpoint).
        case malformedCheckpoint
        /// The checkpoint of another log.
        case wrongOrigin
        /// Fewer witnesses have cosigned than the policy asks for.
        case missingWitnesses
        /// A cosignature of a time that is yet to come.
        case futureCosignature
        /// Not a proof's file (c2sp.org/tlog-proof), or an index beyond the tree.
        case malformedProof
        /// The path doesn't lead from the entry to the checkpoint's root.
        case wrongInclusion
        /// The path doesn't lead from one root to the other: the newer tree isn't the older one with entries appended.
        case wrongConsistency
        /// A checkpoint of fewer entries than one that was seen before.
        case rewound
        /// A checkpoint of as many entries as one that was seen before, with another root.
        case forked
        /// Not the path or the content of a tile or a bundle of entries (c2sp.org/tlog-tiles).
        case malformedTile
        /// A tile, or a hash in it, that isn't at hand.
        case missingTile
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence.
    public let reason: String

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
