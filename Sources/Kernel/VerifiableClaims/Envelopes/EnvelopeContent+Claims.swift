import Foundation
package import JOSE
import Primitives

extension EnvelopeContent {
    /// Reads signed claims, which the caller has verified: just now, or before it kept them.
    ///
    /// - Parameter type: the signed kind of message.
    /// - Throws: ``EnvelopeError/Code/malformed`` and ``EnvelopeError/Code/wrongKind``.
    package init(claims: JWTClaims, type: String) throws(EnvelopeError) {
        guard let id = claims.id.flatMap(UUID.init(text:)), let sender = claims.issuer.flatMap(UUID.init(text:)),
            let recipient = claims["aud"]?.string.flatMap(UUID.init(text:)), let issued = claims.issuedAt, let expires = claims.expires,
            let body = claims["body"]?.object, claims["message"].map({ $0.string != nil }) ?? true
        else { throw EnvelopeError(.malformed, "a member of the message is missing or of another type") }
        self.init(
            id: id, sender: sender, recipient: recipient, issuedAt: issued, body: try EnvelopeBody(body, type: type))
        self.expires = expires
        message = claims["message"]?.string
        guard let value = claims["challenge"] else { return }
        do { challenge = try ExchangeChallenge(value.object ?? [:]) } catch {
            throw EnvelopeError(.malformed, error.reason, underlying: error)
        }
    }
}
