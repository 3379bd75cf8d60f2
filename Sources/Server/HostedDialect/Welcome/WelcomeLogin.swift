import Foundations
import HTTPBase
import HTTPTypes
import Foundation
import JOSE
import OAuthMessages
import Primitives
import RealmHTTP
import OAuth
import Directory
import Sessions

/// The welcome page as the OAuth client that it is: it asks for a code, takes it to the token service and checks what it gets,
/// as any other client would.
struct WelcomeLogin: Sendable {
    private let services: WelcomeServices
    let face: RealmFace

    /// - Parameter realm: the realm that the welcome page signs in to.
    init(in realm: RealmPath, reader: RequestReader, services: WelcomeServices) async throws {
        self.services = services
        let realm = try await reader.realms.realm(at: realm)
        face = RealmFace(realm: realm, family: .plain, address: reader.configuration.publicAddress)
    }

    var redirectURI: String { face.address.url(HostedPath.callback) }

    /// - Parameter context: the authentication context class that is wanted; one that the realm doesn't have is none.
    func authorizationURL(of attempt: SignInAttempt, context: String?) -> String {
        let known = context.flatMap { face.realm.settings[AuthorizationSettings.self].journeysByContextClass[$0] == nil ? nil : $0 }
        return face.url(of: .authorize) + "?" + attempt.request(redirectURI: redirectURI, context: known).form.encoded
    }

    /// The tokens for a code.
    /// - Throws: an `OAuthError`; a 400 when the ID token isn't the one asked for.
    func tokens(for code: String, of attempt: SignInAttempt, from address: String) async throws -> (TokenResponse, String) {
        let form = FormBody([
            ("grant_type", "authorization_code"), ("client_id", WelcomeClient.id), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", attempt.verifier),
        ])
        let credentials = try ClientCredentials(authorization: nil, form: form)
        let tokens = try await services.tokens.tokens(
            for: Tokens.Request(form, credentials: credentials, realm: face.realm, issuer: face.issuer, address: address))
        guard let idToken = tokens.idToken, let claims = try await claims(of: idToken),
            claims["nonce"]?.string == attempt.nonce
        else { throw WireError(.badRequest, "the ID token is not the one that was asked for") }
        return (tokens, idToken)
    }

    /// The claims of an ID token that is this client's and still good; else nil (OpenID Connect Core §3.1.3.7).
    func claims(of idToken: String) async throws -> JSONObject? {
        let policy = JWTPolicy(
            algorithms: [.es256, .rs256], issuer: face.issuer.name, audience: WelcomeClient.id, type: "JWT", leeway: 0)
        let (now, keys) = (services.time.now, try await services.keys.keys(of: face.realm.id))
        return try? policy.verify(idToken, keys: keys.verifiers(at: now), at: now).claims.members
    }

    /// Ends the session and what was issued in it, and with it all sessions that the browser's cookies name: its user has said so.
    func logOut(_ idToken: String, sessions tokens: [Secret]) async throws {
        let form = FormBody([("id_token_hint", idToken), ("client_id", WelcomeClient.id)])
        _ = try await services.tokens.logOut(
            try Tokens.LogoutRequest(form: form), sessions: tokens, in: face.realm, issuer: face.issuer, confirmation: .given)
    }
}
