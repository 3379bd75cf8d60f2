import DeviceMessages
import Foundation
import JOSE
import Primitives
import Sessions
import Directory

/// Signs ID tokens (OpenID Connect Core §2).
enum IDTokens {
    /// The statements of an ID token about a sign-in.
    struct Statement {
        let issuer: String
        let user: UUID
        /// The handle of the session.
        let session: String
        let authenticated: Date
        let contextClass: String?
        let nonce: String?
    }

    /// An ID token.
    ///
    /// `auth_time` and `sid` are always there; `nonce` and `acr` when the statement has them. There is one audience, so no `azp`.
    ///
    /// - Parameters:
    ///   - accessToken: the access token beside it; nil for one that comes alone.
    ///   - pairing: the claim by which the app may pair its device.
    static func issue(
        _ statement: Statement, to application: Application, beside accessToken: String? = nil, pairing: DevicePairingClaim? = nil,
        in realm: Realm, keys: RealmKeys, at now: Date
    ) throws -> String {
        let isRSA = application.settings.idTokenAlgorithm == "RS256"
        let key = try keys.signer(isRSA ? .rs256 : .es256, at: now)
        let life = now.addingTimeInterval(TimeInterval(realm.lifetimes(for: application).idToken))
        var claims: JSONObject = [
            "iss": .string(statement.issuer), "sub": .string(Subject.user(statement.user).text), "aud": .string(application.id),
            "exp": .seconds(min(life, key.verifiesUntil ?? life)), "iat": .seconds(now),
            "auth_time": .seconds(statement.authenticated),
        ]
        claims["nonce"] = statement.nonce.map(JSONValue.string)
        claims["acr"] = statement.contextClass.map(JSONValue.string)
        claims[DevicePairingClaim.name] = pairing?.json
        claims["sid"] = .string(statement.session)
        claims[AccessTokenHash.claim] = accessToken.map { .string(AccessTokenHash.value(of: $0, beside: isRSA ? .rs256 : .es256)) }
        return try JWT.sign(JWTClaims(made: claims), with: key.signer)
    }
}

extension IDTokens.Statement {
    /// Takes what a grant says.
    init(_ grant: Grant) {
        self.init(
            issuer: grant.issuer, user: grant.user, session: grant.session, authenticated: grant.authenticated,
            contextClass: grant.contextClass, nonce: grant.nonce)
    }
}
