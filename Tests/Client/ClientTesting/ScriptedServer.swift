package import DeviceFoundation
import Foundation
package import JOSE
import OAuthMessages
package import Primitives
import Synchronization

/// A server in memory that answers as `docs/protocols/step-protocol.md` says, as far as a client can see. Every answer can be replaced.
///
/// Sessions, codes and tokens are numbered, so that a test can say which one it expects: `session-1`, `access-2`.
package final class ScriptedServer: Sendable {
    package typealias Override = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse?

    /// What it knows; tests may change it between calls.
    package struct State: Sendable {
        /// The sessions that are alive.
        package var sessions: Set<String> = []
        /// The refresh tokens that are good.
        package var refreshTokens: Set<String> = []
        package var revoked: [String] = []
        package var subject = "demo"
        /// Who it says that it is.
        package var issuer = ScriptedServer.issuer
        /// How long access tokens live, in seconds.
        package var lifetime = 3600
        package var givesRefreshTokens = true
        package var rotatesRefreshTokens = true
        package var isDown = false
        var codes: [String: (challenge: String, nonce: String?, redirect: String)] = [:]
        var issued = 0
        var overrides: [String: Override] = [:]
    }

    package static let base = "https://am.example.com/am"
    package static let issuer = "\(base)/oauth2/realms/root/realms/alpha"
    package static let address = ServerAddress(base, realm: "alpha")

    private let state = Mutex(State())
    private let key: JWK
    private let time: any TimeSource
    private let log = Mutex<[HTTPRequest]>([])

    package init(time: any TimeSource) throws {
        self.time = time
        key = try JWK.generate(.p256, random: SeededRandom(seed: 7))
    }

    /// Changes what it knows.
    package func change(_ edit: (inout sending State) -> Void) { state.withLock { edit(&$0) } }

    package var revoked: [String] { state.withLock { $0.revoked } }
    private var issuer: String { state.withLock { $0.issuer } }
    package var sessions: Set<String> { state.withLock { $0.sessions } }

    /// Answers requests whose path ends so in another way; an override that returns nil leaves it to the server.
    package func on(_ path: String, _ override: @escaping Override) { state.withLock { $0.overrides[path] = override } }

    /// Everything received, in order.
    package var requests: [HTTPRequest] { log.withLock { $0 } }
    package func requests(to path: String) -> [HTTPRequest] { requests.filter { $0.url.path().hasSuffix(path) } }

    /// A session that somebody signed in for.
    package func newSession() -> Session {
        let token = next("session")
        state.withLock { _ = $0.sessions.insert(token) }
        return Session(token: Secret(token), successURL: "/am/console", realm: "/alpha")
    }

    private func next(_ kind: String) -> String {
        state.withLock { state in
            state.issued += 1
            return "\(kind)-\(state.issued)"
        }
    }
}

extension ScriptedServer: HTTPTransport {
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        if state.withLock({ $0.isDown }) { throw TransportError(.cannotConnect, "am.example.com: down") }
        let path = request.url.path()
        let override = state.withLock { state in state.overrides.first { path.hasSuffix($0.key) }?.value }
        if let override, let answer = try await override(request) { return answer }
        return answer(request, to: path.split(separator: "/").last.map(String.init) ?? "")
    }

    private func answer(_ request: HTTPRequest, to name: String) -> HTTPResponse {
        switch name {
        case "openid-configuration": discovery
        case "jwk_uri": .json(["keys": .array([.object(key.publicJSON ?? [:])])])
        case "authenticate": authenticate(request)
        case "sessions": session(request)
        case "authorize": authorize(request)
        case "access_token": token(request.form)
        case "revoke": revoke(request.form)
        case "userinfo": .json(["sub": .string(state.withLock { $0.subject }), "name": "Demo"])
        case "endSession": HTTPResponse(status: 204)
        default: .json(["code": 404, "reason": "Not Found", "message": "no such resource"], status: 404)
        }
    }

    private var discovery: HTTPResponse {
        func url(_ path: String) -> JSONValue { .string("\(Self.issuer)/\(path)") }
        return .json([
            "issuer": .string(issuer), "authorization_endpoint": url("authorize"), "token_endpoint": url("access_token"),
            "userinfo_endpoint": url("userinfo"), "revocation_endpoint": url("token/revoke"),
            "end_session_endpoint": url("connect/endSession"), "jwks_uri": url("connect/jwk_uri"),
            "authorization_response_iss_parameter_supported": true,
        ])
    }

    private func session(_ request: HTTPRequest) -> HTTPResponse {
        let token = request.headers["iPlanetDirectoryPro"] ?? ""
        guard state.withLock({ $0.sessions.contains(token) }) else {
            return .json(["code": 401, "reason": "Unauthorized", "message": "Access Denied"], status: 401)
        }
        if request.query["_action"] == "logout" {
            state.withLock { _ = $0.sessions.remove(token) }
            return .json(["result": "Successfully logged out"])
        }
        return .json([
            "username": "demo", "universalId": "id=demo,ou=user,o=alpha,ou=services,ou=am-config", "realm": "/alpha",
            "latestAccessTime": "2026-01-01T00:00:00Z", "maxIdleExpirationTime": "2026-01-01T00:30:00Z",
            "maxSessionExpirationTime": "2026-01-01T02:00:00Z", "properties": ["AMCtxId": "b1c2-101"],
        ])
    }
}

extension ScriptedServer {
    /// What a browser that signed in would be redirected to, or the answer to an embedded request.
    package func authorize(_ request: HTTPRequest, signedIn: Bool? = nil) -> HTTPResponse {
        let query = request.query
        let session = request.headers["iPlanetDirectoryPro"] ?? ""
        guard signedIn ?? state.withLock({ $0.sessions.contains(session) }) else {
            return .redirect("\(Self.base)/UI/Login?realm=/alpha&goto=elsewhere")
        }
        let code = next("code")
        let redirect = query["redirect_uri"] ?? ""
        state.withLock { $0.codes[code] = (query["code_challenge"] ?? "", query["nonce"], redirect) }
        let answer = FormBody([("code", code), ("iss", issuer), ("state", query["state"] ?? ""), ("client_id", "app")])
        return .redirect("\(redirect)?\(answer.encoded)")
    }

    private func token(_ form: [String: String]) -> HTTPResponse {
        let client = form["client_id"] ?? ""
        if form["grant_type"] == "refresh_token" { return refreshed(form["refresh_token"] ?? "", client) }
        guard let grant = state.withLock({ $0.codes.removeValue(forKey: form["code"] ?? "") }),
            PKCE.verify(form["code_verifier"] ?? "", against: grant.challenge), form["redirect_uri"] == grant.redirect
        else { return refusal("invalid_grant") }
        return tokens(nonce: grant.nonce, client)
    }

    private func refreshed(_ token: String, _ client: String) -> HTTPResponse {
        guard state.withLock({ $0.refreshTokens.contains(token) }) else { return refusal("invalid_grant") }
        guard state.withLock({ $0.rotatesRefreshTokens }) else { return tokens(nonce: nil, client, refreshToken: .some(nil)) }
        state.withLock { _ = $0.refreshTokens.remove(token) }
        return tokens(nonce: nil, client)
    }

    private func tokens(nonce: String?, _ client: String, refreshToken: String?? = nil) -> HTTPResponse {
        let fresh = state.withLock({ $0.givesRefreshTokens }) ? next("refresh") : nil
        let refresh = refreshToken ?? fresh
        if let refresh { state.withLock { _ = $0.refreshTokens.insert(refresh) } }
        let response = TokenResponse(
            accessToken: Secret(next("access")), expiresIn: state.withLock { $0.lifetime }, refreshToken: refresh.map { Secret($0) },
            idToken: idToken(nonce: nonce) { $0.audience = [client] }, scope: "openid profile")
        return .json(response.json)
    }

    /// An ID token of this server, with changed claims.
    package func idToken(nonce: String?, _ change: (inout JWTClaims) -> Void = { _ in }) -> String {
        var claims = JWTClaims()
        claims.issuer = issuer
        claims.subject = state.withLock { $0.subject }
        claims.audience = ["app"]
        claims.issuedAt = time.now
        claims.expires = time.now.addingTimeInterval(3600)
        claims["nonce"] = nonce.map(JSONValue.string)
        change(&claims)
        return (try? JWT.sign(claims, with: SigningKey(key))) ?? ""
    }

    private func revoke(_ form: [String: String]) -> HTTPResponse {
        let token = form["token"] ?? ""
        state.withLock { state in
            state.revoked.append(token)
            state.refreshTokens.remove(token)
        }
        return .json([:])
    }

    private func refusal(_ error: String) -> HTTPResponse {
        .json(["error": .string(error), "error_description": "grant not valid any more"], status: 400)
    }
}
