public import Foundation

/// The demands that a token must meet to be accepted (RFC 7519 §7.2, RFC 8725 §3).
///
/// ```swift
/// let policy = JWTPolicy(algorithms: [.es256], issuer: "https://login.example.com", audience: "api", type: "at+jwt")
/// let token = try policy.verify(text, keys: keys, at: clock.now)
/// ```
public struct JWTPolicy: Sendable {
    /// The algorithms that are accepted. There is no default.
    public var algorithms: Set<SignatureAlgorithm>
    /// The value that `iss` must have; nil when any issuer, or none, will do.
    public var issuer: String?
    /// The value that `aud` must include; nil when any audience, or none, will do.
    public var audience: String?
    /// The value that `typ` must have; nil when any type, or none, will do.
    public var type: String?
    /// The number of seconds by which clocks may differ.
    public var leeway: TimeInterval
    /// The number of seconds by which `iat` may lie in the future; ``leeway`` when nil.
    public var issueLeeway: TimeInterval?
    /// Claims that must be present.
    public var requiredClaims: [String]
    /// The number of seconds ago that `iat` may lie; nil for no bound. With a bound, `iat` must be present.
    public var maximumAge: TimeInterval?
    /// Bounds on the token.
    public var limits: JOSELimits

    /// A policy. The expected issuer, audience and type must be given, if only as nil. By default clocks may differ by 30 seconds,
    /// `exp` must be present, and the age is not bounded.
    public init(
        algorithms: Set<SignatureAlgorithm>, issuer: String?, audience: String?, type: String?, leeway: TimeInterval = 30,
        issueLeeway: TimeInterval? = nil, requiredClaims: [String] = ["exp"], maximumAge: TimeInterval? = nil,
        limits: JOSELimits = .standard
    ) {
        self.algorithms = algorithms
        self.issuer = issuer
        self.audience = audience
        self.type = type
        self.leeway = leeway
        self.issueLeeway = issueLeeway
        self.requiredClaims = requiredClaims
        self.maximumAge = maximumAge
        self.limits = limits
    }
}
