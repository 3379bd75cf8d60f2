public import Foundation
public import JOSE
import Primitives

/// The issuer's statement that a claim is no longer good, now or from a time on.
public struct ClaimExpiry: Sendable, Equatable {
    /// The hash of the claim (``ClaimHead/dataHash``).
    public let dataHash: String
    /// The issuer's id.
    public let issuer: String
    /// The time from which the claim isn't good, in whole seconds. One that has passed revokes it at once.
    public let expires: Date
    /// The time of the statement, in whole seconds.
    public let issuedAt: Date

    /// The kind of token.
    public static let type = "claim-expiry+jwt"

    /// Signs the statement that a claim expires.
    /// - Throws: ``ClaimError/Code/token(_:)`` when the library can't sign.
    public static func sign(_ head: ClaimHead, expires: Date, key: SigningKey, at now: Date) throws(ClaimError) -> String {
        do { return try JWT.sign(claims(for: head, expires: expires, at: now), with: key, type: type) } catch {
            throw ClaimError(.token(.signingFailed), error.reason, underlying: error)
        }
    }

    /// The claims of the statement, for a key that signs elsewhere. Its token has ``type``.
    public static func claims(for head: ClaimHead, expires: Date, at now: Date) -> JWTClaims {
        var claims = JWTClaims()
        claims.issuer = head.issuer.content
        claims.issuedAt = now
        claims["claim"] = .string(head.dataHash)
        claims["expires"] = .integer(expires.secondsSince1970)
        return claims
    }

    /// Verifies a statement about a claim.
    ///
    /// - Parameters:
    ///   - head: the claim, whose members were verified.
    ///   - keys: the keys of the claim's issuer.
    /// - Throws: ``ClaimError/Code/wrongExpiryStatement`` for a statement that isn't signed by one of the keys, of another issuer or of another form;
    ///   ``ClaimError/Code/otherClaim``.
    public init(_ text: String, of head: ClaimHead, keys: some VerificationKeySource, at now: Date) throws(ClaimError) {
        try self.init(text, by: head.issuer.content, keys: keys, at: now)
        guard dataHash == head.dataHash else { throw ClaimError(.otherClaim, "the statement is of another claim") }
    }

    /// Verifies an issuer's statement about any claim, for a reader who knows which claims are the issuer's.
    ///
    /// - Parameters:
    ///   - issuer: the issuer's id.
    ///   - keys: the keys of the issuer.
    /// - Throws: ``ClaimError/Code/wrongExpiryStatement`` as above.
    public init(_ text: String, by issuer: String, keys: some VerificationKeySource, at now: Date) throws(ClaimError) {
        let policy = JWTPolicy(
            algorithms: [.es256], issuer: issuer, audience: nil, type: Self.type,
            requiredClaims: ["iss", "iat", "claim", "expires"])
        let claims: JWTClaims
        do { claims = try policy.verify(text, keys: keys, at: now).claims } catch {
            throw ClaimError(.wrongExpiryStatement, error.reason, underlying: error)
        }
        guard let hash = claims["claim"]?.string, let seconds = claims["expires"]?.integer, seconds.magnitude < 1 << 40,
            let issued = claims.issuedAt
        else {
            throw ClaimError(.wrongExpiryStatement, "the statement names no claim or no time")
        }
        dataHash = hash
        self.issuer = issuer
        expires = Date(timeIntervalSince1970: Double(seconds))
        issuedAt = issued
    }

    /// Whether the claim is no longer good at a moment.
    public func isEffective(at now: Date) -> Bool { now >= expires }
}
