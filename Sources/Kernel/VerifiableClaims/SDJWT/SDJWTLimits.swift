public import JOSE
import Primitives

/// Bounds on a foreign SD-JWT, checked before any work is done on it.
public struct SDJWTLimits: Sendable, Equatable {
    /// The longest SD-JWT in bytes, with its Disclosures and the holder's proof.
    public var bytes: Int
    /// The number of Disclosures.
    public var disclosures: Int
    /// The depth to which the claims may nest when all Disclosures are put in.
    public var depth: Int
    /// Bounds on the tokens of issuer and holder.
    public var tokens: JOSELimits

    /// An SD-JWT of 1 MiB with 1000 Disclosures nested 32 deep, and tokens within ``JOSE/JOSELimits/standard``, unless said otherwise.
    public init(bytes: Int = 1 << 20, disclosures: Int = 1000, depth: Int = 32, tokens: JOSELimits = .standard) {
        self.bytes = bytes
        self.disclosures = disclosures
        self.depth = depth
        self.tokens = tokens
    }

    /// The defaults of ``init(bytes:disclosures:depth:tokens:)``.
    public static let standard = SDJWTLimits()
}
