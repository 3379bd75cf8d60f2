public import Foundation
public import JOSE
import Primitives

/// The demands of a holder or a verifier on an SD-JWT (RFC 9901 §7).
public struct SDJWTPolicy: Sendable {
    /// The demand on the holder's proof, which never depends on whether one was sent (§9.5).
    public enum Binding: Sendable, Equatable {
        /// None may be there: for a holder who receives the token of its issuer (§7.2).
        case refused
        /// None is asked for, and one that is there is not looked at.
        case ignored
        /// One must be there, for this verifier and nonce, made at most so many seconds ago; 300 unless said otherwise.
        case required(audience: String, nonce: String, maximumAge: TimeInterval = 300)
    }

    /// The kind of token that `typ` must name; nil for any.
    public var type: String?
    /// The value that `iss` must have, in the clear; nil when any issuer, or none, will do.
    public var issuer: String?
    /// The demand on the holder's proof.
    public var binding: Binding
    /// The algorithms that are accepted for both signatures; asymmetric ones unless said otherwise.
    public var algorithms: Set<SignatureAlgorithm>
    /// The hash algorithms that are accepted; all that there are unless said otherwise.
    public var hashes: Set<DisclosureHash>
    /// Claims that must be there, in the clear or disclosed.
    public var requiredClaims: [String]
    /// The verifier that `aud` of the token must name; nil when any, or none, will do.
    public var audience: String?
    /// The number of seconds by which clocks may differ; 30 unless said otherwise.
    public var leeway: TimeInterval = 30
    /// Bounds on the token.
    public var limits: SDJWTLimits

    /// A policy. Type, issuer and demand on the holder's proof must be given. By default no claim is required.
    public init(
        type: String?, issuer: String?, binding: Binding, algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric,
        hashes: Set<DisclosureHash> = Set(DisclosureHash.allCases), requiredClaims: [String] = [], audience: String? = nil,
        limits: SDJWTLimits = .standard
    ) {
        self.type = type
        self.issuer = issuer
        self.binding = binding
        self.algorithms = algorithms
        self.hashes = hashes
        self.requiredClaims = requiredClaims
        self.audience = audience
        self.limits = limits
    }
}
