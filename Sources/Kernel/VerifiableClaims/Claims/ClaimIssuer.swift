public import Foundation
public import JOSE
public import Primitives

/// The issuer of claims of the documented form: SD-JWTs whose keys and values are salted and signed one by one, too (docs/protocols/claims.md).
public struct ClaimIssuer: Sendable {
    /// The key that signs, of ES256.
    public let key: SigningKey

    /// The kind of token.
    public static let type = "claim+sd-jwt"
    /// The number of pairs that a claim may have.
    public static let mostPairs = 512

    /// An issuer.
    /// - Throws: ``ClaimError/Code/malformed`` for a key of another algorithm than ES256.
    public init(key: SigningKey) throws(ClaimError) {
        guard key.algorithm == .es256 else { throw ClaimError(.malformed, "claims are signed by ES256") }
        self.key = key
    }

    /// Issues a claim, with all that its holder may show.
    ///
    /// - Throws: as ``UnsignedClaim/init(_:at:random:)``; ``ClaimError/Code/token(_:)`` when the library can't sign.
    public func issue(_ content: ClaimContent, at now: Date, random: some RandomSource) throws(ClaimError) -> SDJWT {
        let claim = try UnsignedClaim(content, at: now, random: random)
        do {
            return try SDJWTIssuer(key: key, type: Self.type).sign(claim.payload, disclosures: claim.disclosures)
        } catch { throw ClaimError(error) }
    }
}
