import Foundation
import JOSE
import Primitives
import Directory
import Sessions

/// An ID token that comes back as a hint: by whom it was issued and for whom counts, its age doesn't (OpenID Connect RP-Initiated
/// Logout §2).
struct IDTokenHint {
    let user: UUID
    let application: String
    let session: String?

    /// Reads a hint; nil unless the realm has signed it.
    init?(_ text: String, keys: RealmKeys, issuer: Issuer) {
        let keys = keys.everyVerifier
        guard let signed = try? JWS.verify(text, with: keys, allowing: [.es256, .rs256]), signed.header.hasType("JWT"),
            let members = try? JSONValue(parsing: signed.payload).object, let claims = try? JWTClaims(members),
            issuer.accepts(claims.issuer), let user = claims.subject.flatMap(UUID.init(text:)),
            let application = claims.audience.first
        else { return nil }
        self.user = user
        self.application = application
        session = claims["sid"]?.string
    }
}
