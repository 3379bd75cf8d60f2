import Foundation
package import OAuthMessages
import Primitives
package import Sessions
import Store
package import Directory

extension Tokens {
    /// The claims about the user of an access token (OpenID Connect Core §5.3), those that its scopes ask for (§5.4).
    ///
    /// - Throws: `invalid_token`, or `insufficient_scope` for a token without `openid`.
    package func userInfo(of text: String, in realm: Realm, issuer: Issuer) async throws -> UserInfo {
        guard let bearer = try await bearer(of: text, in: realm, issuer: issuer), let user = bearer.user else {
            throw OAuthError(.invalidToken, "token not valid")
        }
        guard bearer.scope.contains(Scope.openID) else { throw OAuthError(.insufficientScope, "the token has no scope openid") }
        return UserInfo(claims: UserClaims.claims(of: user, for: bearer.scope))
    }
}

/// The claims about a user that belong to each scope (OpenID Connect Core §5.1, §5.4), and the attribute that each comes from.
enum UserClaims {
    static func claims(of user: User, for scope: Scope) -> JSONObject {
        var claims: JSONObject = ["sub": .string(Subject.user(user.id).text)]
        if scope.contains("profile") {
            claims["name"] = name(of: user).map(JSONValue.string)
            add([("given_name", "givenName"), ("family_name", "sn")], of: user, to: &claims)
            claims["preferred_username"] = .string(user.username)
            add([("locale", "preferredLanguage")], of: user, to: &claims)
        }
        if scope.contains("email") {
            add([("email", "mail")], of: user, to: &claims)
            if claims["email"] != nil { claims["email_verified"] = .bool(user.isMailProven) }
        }
        if scope.contains("phone") { add([("phone_number", "telephoneNumber")], of: user, to: &claims) }
        if scope.contains("address") { claims["address"] = address(of: user) }
        return claims
    }

    private static func name(of user: User) -> String? {
        if let name = user.attribute("cn") { return name }
        let names = [user.attribute("givenName"), user.attribute("sn")].compactMap { $0 }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    /// §5.1.1; nil when nothing is known of it.
    private static func address(of user: User) -> JSONValue? {
        var address = JSONObject()
        add(
            [
                ("formatted", "postalAddress"), ("street_address", "street"), ("locality", "l"), ("region", "st"),
                ("postal_code", "postalCode"), ("country", "co"), ("locality", "city"), ("region", "stateProvince"),
                ("country", "country"),
            ], of: user, to: &address)
        return address.isEmpty ? nil : .object(address)
    }

    private static func add(_ pairs: [(claim: String, attribute: String)], of user: User, to claims: inout JSONObject) {
        for pair in pairs { claims[pair.claim] = user.attribute(pair.attribute).map(JSONValue.string) ?? claims[pair.claim] }
    }
}
