import Crypto
import Foundation
import JOSE
import Primitives
package import Foundations

extension IdentityProvider {
    /// Whether a text can be a provider's name. Names stand before the subject in the links between accounts.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name != "localAuthentication"
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// - Throws: `invalid`, when a login at it can't work or wouldn't be safe. Only one that is switched off may lack its secret.
    package func check() throws(DomainError) {
        guard Self.isName(name) else { throw DomainError(.invalid, "a provider's name has 1 to 64 letters, digits, -, _ and .") }
        for (member, url) in [
            ("issuer", issuer), ("wellKnownEndpoint", discovery), ("authorizationEndpoint", authorizationEndpoint),
            ("tokenEndpoint", tokenEndpoint), ("userInfoEndpoint", userInfoEndpoint), ("jwksUriEndpoint", keysEndpoint),
        ] {
            guard let url, !OutboundURL.isSafe(url) else { continue }
            throw DomainError(.invalid, "\(member) is no https URL (http is for this machine only): \(url.prefix(128))")
        }
        guard URLComponents(string: redirectURI)?.scheme != nil else { throw DomainError(.invalid, "redirectURI is no URL") }
        if let afterFormPost {
            guard FormPostEntry.mayGo(to: afterFormPost) else {
                throw DomainError(.invalid, "redirectAfterFormPostURI is no address of an app: \(afterFormPost.prefix(128))")
            }
        }
        guard discoveryURL != nil || (authorizationEndpoint != nil && tokenEndpoint != nil && keysEndpoint != nil) else {
            throw DomainError(.invalid, "a provider has an issuer or a wellKnownEndpoint, or all of its endpoints")
        }
        guard scopes.contains("openid") else { throw DomainError(.invalid, "scopes must include openid: the ID token says who it is") }
        if keyID != nil || teamID != nil {
            guard let keyID, teamID != nil, let secret else {
                throw DomainError(.invalid, "teamId and keyId go together, with the private key as clientSecret")
            }
            _ = try Self.signingKey(secret, id: keyID)
        } else if isEnabled, authentication != .none, secret == nil {
            throw DomainError(.invalid, "clientSecret is missing; a public client has clientAuthenticationMethod NONE")
        }
    }

    /// The private key with which Apple wants its secrets made: PKCS #8 in PEM, as it hands it out, or a JWK.
    static func signingKey(_ secret: Secret, id: String) throws(DomainError) -> SigningKey {
        do {
            var key: JWK
            if secret.reveal().hasPrefix("{") {
                key = try JWK(parsing: Array(secret.reveal().utf8))
            } else {
                let scalar = try P256.Signing.PrivateKey(pemRepresentation: secret.reveal()).rawRepresentation
                key = JWK(.ec(try ECKey(curve: .p256, d: Secret(bytes: scalar))))
            }
            key.keyID = id
            return try SigningKey(key, algorithm: .es256)
        } catch {
            throw DomainError(.invalid, "clientSecret is no private key of P-256, in PEM or as a JWK")
        }
    }
}
