public import Foundation
public import Primitives

/// The demands on an ID token by the client that it is for (OpenID Connect Core §3.1.3.7).
///
/// ```swift
/// let policy = IDTokenPolicy(issuer: "https://login.example.com", clients: ["app"], nonce: nonce)
/// let claims = try policy.verify(token, keys: keys, at: clock.now)
/// ```
public struct IDTokenPolicy: Sendable {
    /// The issuer that must have issued it, exactly as `iss` says it.
    public var issuer: String
    /// The client ids for which it may be: one, unless several apps share a registration's keys and rights.
    public var clients: [String]
    /// The nonce of the request; nil when there was none.
    public var nonce: String?
    /// The algorithms that are accepted; asymmetric ones unless said otherwise.
    public var algorithms: Set<SignatureAlgorithm>
    /// The number of seconds by which clocks may differ.
    public var leeway: TimeInterval
    /// The number of seconds by which `iat` may lie in the future; ``leeway`` when nil.
    public var issueLeeway: TimeInterval?
    /// The access token that came beside it, which must be the one that `at_hash` names where the token has that claim
    /// (OpenID Connect Core §3.1.3.8); nil when none came.
    public var accessToken: Secret?

    /// A policy. Clocks may differ by 30 seconds, unless told otherwise.
    public init(
        issuer: String, clients: [String], nonce: String?, algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric,
        leeway: TimeInterval = 30, issueLeeway: TimeInterval? = nil, accessToken: Secret? = nil
    ) {
        self.issuer = issuer
        self.clients = clients
        self.nonce = nonce
        self.algorithms = algorithms
        self.leeway = leeway
        self.issueLeeway = issueLeeway
        self.accessToken = accessToken
    }

    /// Verifies a token at a moment, and gives its claims, among which `sub` is not empty.
    ///
    /// - Throws: ``JWTError``: `signature` when no key made it, else the claim that is wrong.
    public func verify(_ token: String, keys: some VerificationKeySource, at now: Date) throws(JWTError) -> JWTClaims {
        let policy = JWTPolicy(
            algorithms: algorithms, issuer: issuer, audience: nil, type: nil, leeway: leeway, issueLeeway: issueLeeway,
            requiredClaims: ["exp", "iat", "sub"])
        let verified = try policy.verify(token, keys: keys, at: now)
        try check(verified.claims)
        try checkHash(in: verified)
        return verified.claims
    }

    /// §3.1.3.8. The claim may be left out where both tokens come from the token endpoint; what stands there must be right.
    private func checkHash(in token: JWT.Verified) throws(JWTError) {
        guard let accessToken, let found = token.claims[AccessTokenHash.claim] else { return }
        guard let algorithm = token.header.algorithm.flatMap(SignatureAlgorithm.init(exactly:)), let hash = found.string,
            hash == AccessTokenHash.value(of: accessToken.reveal(), beside: algorithm)
        else { throw JWTError(.wrongAccessToken, "its at_hash is not that of the access token beside it") }
    }

    private func check(_ claims: JWTClaims) throws(JWTError) {
        guard claims.subject?.isEmpty == false else { throw JWTError(.missingClaim, "it has no sub") }
        let meant = clients.filter(claims.audience.contains)
        guard !meant.isEmpty else { throw JWTError(.wrongAudience, "aud does not name \(clients.first ?? "a client")") }
        // Steps 4 and 5: of several audiences we must be the one it was issued to.
        if claims.audience.count > 1 || claims["azp"] != nil {
            guard let party = claims["azp"]?.string, clients.contains(party) else {
                throw JWTError(.wrongAudience, "azp is not \(meant[0])")
            }
        }
        // Step 11.
        if let nonce, claims["nonce"]?.string != nonce { throw JWTError(.wrongNonce, "its nonce is not the one that was sent") }
    }
}
