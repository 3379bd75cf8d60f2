package import Primitives

/// A user's account at a provider, after a login there.
package struct ProviderAccount: Sendable, Equatable {
    /// The provider's lasting name for the user: `sub`.
    package let subject: String
    /// All that the provider says about the user.
    package var claims: JSONObject
    /// The tokens that it handed out, if any.
    package var accessToken: Secret?
    /// The refresh token; nil when the provider gave none.
    package var refreshToken: Secret?

    /// The claims by the names that profile scripts expect of every provider (`docs/protocols/journey-nodes.md` 4.5).
    package var normalised: JSONObject {
        let names = [
            ("displayName", "name"), ("email", "email"), ("emailVerified", "email_verified"), ("givenName", "given_name"),
            ("familyName", "family_name"), ("photoUrl", "picture"), ("locale", "locale"), ("phone", "phone_number"),
            ("postalAddress", "address"), ("profileUrl", "profile"), ("timezone", "zoneinfo"),
        ]
        var profile: JSONObject = ["id": .string(subject)]
        for (normal, claim) in names { profile[normal] = claims[claim] }
        profile["username"] = claims["preferred_username"] ?? claims["email"]
        return profile
    }

    /// Returns our own users' attributes by a profile with those names, when no script says otherwise.
    package static func attributes(of profile: JSONObject) -> JSONObject {
        var attributes = JSONObject()
        for (attribute, name) in [
            ("userName", "username"), ("givenName", "givenName"), ("sn", "familyName"), ("mail", "email"), ("cn", "displayName"),
            ("telephoneNumber", "phone"),
        ] {
            guard let text = profile[name]?.string, (1...255).contains(text.utf8.count) else { continue }
            attributes[attribute] = .string(text)
        }
        return attributes
    }
}

extension ProviderAccount {
    /// The peculiarities of some providers' claims, brought into OpenID's names.
    static func standardised(_ claims: JSONObject, of kind: IdentityProvider.Kind) -> JSONObject {
        guard kind == .facebook else { return claims }
        var claims = claims
        for (name, standard) in [("id", "sub"), ("first_name", "given_name"), ("last_name", "family_name")] where claims[standard] == nil {
            claims[standard] = claims[name]
        }
        if let picture = claims["picture"]?["data"]?["url"] { claims["picture"] = picture }
        return claims
    }

    /// Apple tells a user's name beside the token, not in it.
    mutating func addName(_ user: JSONValue?) {
        guard let name = user?["name"] else { return }
        claims["given_name"] = claims["given_name"] ?? name["firstName"].flatMap { $0.string.map(JSONValue.string) }
        claims["family_name"] = claims["family_name"] ?? name["lastName"].flatMap { $0.string.map(JSONValue.string) }
    }
}
