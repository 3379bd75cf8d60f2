public import Foundation
public import JOSE
import Primitives

/// The holder's proof of a key over one presentation for one verifier (RFC 9901 §4.3).
public struct KeyBinding: Sendable, Equatable {
    /// The `typ` of the proof.
    public static let type = "kb+jwt"

    /// The verifier that the presentation is for, in its own words.
    public var audience: String
    /// The verifier's nonce.
    public var nonce: String
    /// The time of the proof, written in whole seconds.
    public var issuedAt: Date

    /// The proof's content.
    public init(audience: String, nonce: String, issuedAt: Date) {
        self.audience = audience
        self.nonce = nonce
        self.issuedAt = issuedAt
    }

    /// The claims to sign for a presentation, for a key that signs elsewhere. Its token has ``type``.
    public func claims(for presentation: SDJWT, hash: DisclosureHash) -> JWTClaims {
        var claims = JWTClaims()
        claims.issuedAt = issuedAt
        claims.audience = [audience]
        claims["nonce"] = .string(nonce)
        claims["sd_hash"] = .string(hash.digest(of: presentation.presented))
        return claims
    }
}

extension SDJWT {
    /// This presentation with a proof that was signed elsewhere, in place of one that it has.
    public func adding(keyBinding: String) -> SDJWT {
        SDJWT(issuerToken: issuerToken, disclosures: disclosures, keyBinding: keyBinding)
    }
}
