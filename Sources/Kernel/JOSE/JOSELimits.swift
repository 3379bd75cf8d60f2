public import Primitives

/// Bounds on foreign tokens and keys, checked before any work is done on them.
public struct JOSELimits: Sendable, Equatable {
    /// The longest token in bytes, compact or JSON.
    public var token: Int
    /// Bounds on a header's JSON.
    public var header: JSONLimits
    /// Bounds on the JSON of a JWT's claims.
    public var claims: JSONLimits
    /// The number of signatures that a JWS in general JSON serialisation may carry (RFC 7515 §7.2.1).
    public var signatures: Int
    /// The number of keys that a JWK Set may carry (RFC 7517 §5).
    public var keys: Int

    /// Tokens of 32 KiB, headers of 8 KiB nested 8 deep, claims nested 32 deep, 8 signatures and 100 keys, unless said otherwise.
    public init(
        token: Int = 32 * 1024, header: JSONLimits = JSONLimits(bytes: 8 * 1024, depth: 8, values: 512),
        claims: JSONLimits = JSONLimits(bytes: 32 * 1024, depth: 32, values: 4096), signatures: Int = 8, keys: Int = 100
    ) {
        self.token = token
        self.header = header
        self.claims = claims
        self.signatures = signatures
        self.keys = keys
    }

    /// The defaults of ``init(token:header:claims:signatures:keys:)``.
    public static let standard = JOSELimits()
}
