import Crypto
import DeviceMessages
import Foundation
import JOSE
import Primitives

/// Signs ID tokens (OpenID Connect Core §2).
enum IDTokens {
    /// The ID token of a grant, beside its access token.
    ///
    /// `auth_time` and `sid` are always there; `nonce` and `acr` when the grant has them. There is one audience, so no `azp`.
    ///
    /// - Parameter pairing: what the app may pair its device by.
    static func issue(
        _ grant: Grant, to application: Application, beside accessToken: String, pairing: DevicePairingClaim? = nil, in realm: Realm,
        keys: RealmKeys, at now: Date
    ) throws -> String {
        let key = try keys.signer(application.settings.idTokenAlgorithm == "RS256" ? .rs256 : .es256, at: now)
        let life = now.addingTimeInterval(TimeInterval(realm.settings.idTokenLifetime))
        var claims: JSONObject = [
            "iss": .string(grant.issuer), "sub": .string(grant.user.uuidString.lowercased()), "aud": .string(application.id),
            "exp": .seconds(min(life, key.verifiesUntil ?? life)), "iat": .seconds(now),
            "auth_time": .seconds(grant.authenticated),
        ]
        claims["nonce"] = grant.nonce.map(JSONValue.string)
        claims["acr"] = grant.contextClass.map(JSONValue.string)
        claims[DevicePairingClaim.name] = pairing?.json
        claims["sid"] = .string(grant.session)
        claims["at_hash"] = .string(leftHalf(of: accessToken))
        return try JWT.sign(try JWTClaims(claims), with: key.signer)
    }

    /// The base64url text of the left half of a text's SHA-256 (§3.1.3.6), the hash of both algorithms used here.
    private static func leftHalf(of text: String) -> String {
        var text = text
        return Base64URL.encode(Array(text.withUTF8 { SHA256.hash(data: $0) }.prefix(16)))
    }
}
