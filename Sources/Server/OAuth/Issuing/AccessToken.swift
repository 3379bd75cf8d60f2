import Foundation
import JOSE
import OAuthMessages
import Primitives
package import Directory

/// An access token of this server: a JWT that a resource server can check offline (RFC 9068).
package struct AccessToken: Sendable, Equatable {
    static let type = "at+jwt"

    let id: String
    let issuer: String
    let subject: Subject
    let audience: [String]
    /// The `client_id` that the token was issued to.
    package let client: String
    package let scope: Scope
    let issued: Date
    let expires: Date
    /// The grant it was issued under; nil when the client acts for itself.
    let grant: UUID?
    /// The key that signed it.
    let keyID: String

    /// Whether it may still be used, as far as can be told from the token alone.
    func isLiving(at now: Date) -> Bool { now < expires }

    /// The user it stands for; nil when the client acts for itself.
    var user: UUID? { if case .user(let id) = subject { id } else { nil } }
}

extension AccessToken {
    /// The claims of a token that is being issued. They are checked when the token comes back.
    var claims: JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer), "sub": .string(subject.text), "aud": Self.json(audience), "client_id": .string(client),
            "scope": .string(scope.description), "iat": .seconds(issued), "exp": .seconds(expires), "jti": .string(id),
        ]
        if let grant { claims["grant_id"] = .string(grant.text) }
        return claims
    }

    /// Reads verified claims; nil when one is missing that every token of this server has.
    init?(_ claims: JWTClaims, keyID: String?) {
        let grant = claims["grant_id"]?.string
        guard let keyID, let id = claims.id, let issuer = claims.issuer, let client = claims["client_id"]?.string,
            let subject = claims.subject.flatMap({ Subject($0, client: grant == nil ? client : nil) }),
            let scope = claims["scope"]?.string, let issued = claims.issuedAt, let expires = claims.expires, !claims.audience.isEmpty
        else { return nil }
        self.init(
            id: id, issuer: issuer, subject: subject, audience: claims.audience, client: client, scope: Scope(stored: scope),
            issued: issued, expires: expires, grant: grant.flatMap(UUID.init(text:)), keyID: keyID)
        guard (grant == nil) == (self.grant == nil) else { return nil }
    }

    private static func json(_ audience: [String]) -> JSONValue {
        audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string))
    }
}

extension JSONValue {
    /// A NumericDate (RFC 7519 §2): whole seconds.
    static func seconds(_ date: Date) -> JSONValue { .integer(Int64(date.timeIntervalSince1970.rounded(.down))) }
}
