import ClientTesting
import DeviceFoundation
import Foundation
import JOSE
import OAuthMessages
import OIDC
import Primitives
import Testing

@Suite("Embedded authorization")
struct AuthorizationTests {
    private let time = ManualTime()
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer(time: time) }

    private func client(_ scopes: [String] = ["openid", "profile"], _ parameters: [String: String] = [:]) -> OIDCClient {
        OIDCClient.testing(server, time: time, scopes: scopes, parameters: parameters)
    }

    @Test("requests carry the documented parameters and headers")
    func wire() async throws {
        _ = try await client(["openid", "profile"], ["acr_values": "strong", "client_id": "other"]).tokens(for: server.newSession())
        let authorize = try #require(server.requests(to: "authorize").first)
        let token = try #require(server.requests(to: "access_token").first)
        #expect(authorize.method == .get)
        #expect(authorize.headers["iPlanetDirectoryPro"] == "session-1")
        #expect(authorize.headers["Accept-API-Version"] == "resource=2.1, protocol=1.0")
        let query = authorize.query
        #expect(query["response_type"] == "code")
        #expect(query["client_id"] == "app")
        #expect(query["redirect_uri"] == "org.example.app://callback")
        #expect(query["scope"] == "openid profile")
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["acr_values"] == "strong")
        #expect(try #require(query["state"]).count >= 22)
        #expect(try #require(query["nonce"]).count >= 22)
        #expect(token.method == .post)
        #expect(token.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(token.form["grant_type"] == "authorization_code")
        #expect(token.form["client_id"] == "app")
        #expect(token.form["redirect_uri"] == "org.example.app://callback")
        #expect(PKCE.verify(try #require(token.form["code_verifier"]), against: try #require(query["code_challenge"])))
    }

    @Test("every request is fresh: state, nonce and challenge differ")
    func fresh() async throws {
        for _ in 0..<2 { _ = try await client().tokens(for: server.newSession()) }
        let queries = server.requests(to: "authorize").map(\.query)
        for name in ["state", "nonce", "code_challenge"] { #expect(queries[0][name] != queries[1][name]) }
    }

    /// One wrong answer of the authorization endpoint.
    struct WrongAnswer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: OIDCError.Code
        let answer: @Sendable (_ query: [String: String]) -> HTTPResponse

        init(_ what: String, _ code: OIDCError.Code, _ answer: @escaping @Sendable ([String: String]) -> HTTPResponse) {
            testDescription = what
            self.code = code
            self.answer = answer
        }

        private static func to(_ query: [String: String], _ parameters: String) -> HTTPResponse {
            .redirect(
                "\(query["redirect_uri"] ?? "")?\(parameters)".replacing("STATE", with: query["state"] ?? "")
                    .replacing("ISS", with: ScriptedServer.issuer))
        }

        static let all = [
            WrongAnswer("another state", .foreignResponse) { to($0, "code=c&iss=ISS&state=other") },
            WrongAnswer("no state", .foreignResponse) { to($0, "code=c&iss=ISS") },
            WrongAnswer("two states", .unexpectedAnswer) { to($0, "code=c&iss=ISS&state=STATE&state=STATE") },
            WrongAnswer("another issuer", .foreignResponse) { to($0, "code=c&iss=https://evil.example&state=STATE") },
            WrongAnswer("no issuer, though the server always says it", .foreignResponse) { to($0, "code=c&state=STATE") },
            WrongAnswer("no code", .unexpectedAnswer) { to($0, "iss=ISS&state=STATE") },
            WrongAnswer("an empty code", .unexpectedAnswer) { to($0, "code=&iss=ISS&state=STATE") },
            WrongAnswer("two codes", .unexpectedAnswer) { to($0, "code=a&code=b&iss=ISS&state=STATE") },
            WrongAnswer("access_denied", .refused) { to($0, "error=access_denied&error_description=no&iss=ISS&state=STATE") },
            WrongAnswer("an error without state", .foreignResponse) { to($0, "error=access_denied&iss=ISS") },
            WrongAnswer("login_required", .notAuthenticated) { to($0, "error=login_required&iss=ISS&state=STATE") },
            WrongAnswer("consent_required", .interactionRequired) { to($0, "error=consent_required&iss=ISS&state=STATE") },
            WrongAnswer("the login page", .notAuthenticated) { _ in .redirect("https://am.example.com/am/UI/Login?goto=x") },
            WrongAnswer("a redirect that only begins like ours", .notAuthenticated) {
                .redirect("org.example.app://callback.evil?code=c&state=\($0["state"] ?? "")")
            },
            WrongAnswer("a page", .interactionRequired) { _ in HTTPResponse(status: 200, body: Array("<html>".utf8)) },
            WrongAnswer("a redirect to nowhere", .unexpectedAnswer) { _ in HTTPResponse(status: 302) },
            WrongAnswer("a JSON error", .refused) { _ in
                .json(["error": "redirect_uri_mismatch", "error_description": "not registered"], status: 400)
            },
            WrongAnswer("an internal error", .unexpectedAnswer) { _ in HTTPResponse(status: 500) },
        ]
    }

    @Test("an answer with one thing wrong is refused, and no code is exchanged", arguments: WrongAnswer.all)
    func wrong(_ wrong: WrongAnswer) async throws {
        server.on("authorize") { wrong.answer($0.query) }
        await #expect(throws: OIDCError(wrong.code, "")) { try await client().tokens(for: server.newSession()) }
        #expect(server.requests(to: "access_token").isEmpty)
    }

    /// One wrong thing in an ID token.
    struct WrongToken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout JWTClaims) -> Void

        init(_ what: String, _ change: @escaping @Sendable (inout JWTClaims) -> Void) {
            testDescription = what
            self.change = change
        }

        static let all = [
            WrongToken("issuer") { $0.issuer = "https://evil.example" }, WrongToken("audience") { $0.audience = ["other"] },
            WrongToken("several audiences, no azp") { $0.audience = ["app", "other"] },
            WrongToken("azp") { $0["azp"] = "other" }, WrongToken("nonce") { $0["nonce"] = "other" },
            WrongToken("no nonce") { $0["nonce"] = nil }, WrongToken("no subject") { $0.subject = nil },
            WrongToken("expired") { $0.expires = Date(timeIntervalSince1970: 0) }, WrongToken("no expiry") { $0.expires = nil },
            WrongToken("from the future") { $0.issuedAt = $0.expires },
            WrongToken("from eleven minutes ahead") { $0.issuedAt = $0.issuedAt.map { $0 + 660 } },
            WrongToken("not to be used for a minute") { $0.notBefore = $0.issuedAt.map { $0 + 60 } },
            WrongToken("another access token") { $0["at_hash"] = "LDktKdoQak3Pk0cnXxCltA" },
        ]
    }

    /// Answers the token request with an ID token of the test's.
    private func answer(_ idToken: @escaping @Sendable (_ nonce: String?) -> String) {
        let server = server
        server.on("access_token") { _ in
            let nonce = server.requests(to: "authorize").last?.query["nonce"]
            return .json(TokenResponse(accessToken: Secret("a"), expiresIn: 60, idToken: idToken(nonce)).json)
        }
    }

    @Test("an ID token with one thing wrong is refused, and nothing is kept", arguments: WrongToken.all)
    func wrongIDToken(_ wrong: WrongToken) async throws {
        let (server, client) = (server, client())
        answer { nonce in server.idToken(nonce: nonce, wrong.change) }
        await #expect(throws: OIDCError(.invalidIDToken, "")) { try await client.tokens(for: server.newSession()) }
        #expect(try await client.storedTokens == nil)
    }

    @Test("a device's clock may be ten minutes behind the server's, or as far as the app says")
    func clockBehind() async throws {
        let server = server
        for (ahead, tolerance, isTaken) in [
            (45.0, Duration.seconds(600), true), (599.0, .seconds(600), true), (45.0, .seconds(30), false), (1200.0, .seconds(1800), true),
        ] {
            answer { nonce in server.idToken(nonce: nonce) { $0.issuedAt = $0.issuedAt.map { $0 + ahead } } }
            let client = OIDCClient.testing(server, store: InMemoryStore(), time: time, toleratingClocksBehind: tolerance)
            let tokens = try? await client.tokens(for: server.newSession())
            #expect((tokens != nil) == isTaken, "\(ahead) seconds, with \(tolerance)")
        }
    }

    @Test("an ID token that this server did not sign is refused")
    func foreignSignature() async throws {
        let (time, client) = (time, client())
        answer { nonce in
            var claims = JWTClaims()
            (claims.issuer, claims.subject, claims.audience) = (ScriptedServer.issuer, "demo", ["app"])
            (claims.issuedAt, claims.expires, claims["nonce"]) = (time.now, time.now + 60, nonce.map(JSONValue.string))
            let key = try? JWK.generate(.p256, random: SystemRandom())
            return key.flatMap { try? JWT.sign(claims, with: SigningKey($0)) } ?? ""
        }
        await #expect(throws: OIDCError(.invalidIDToken, "")) { try await client.tokens(for: server.newSession()) }
    }

    @Test("no ID token, though openid was asked for")
    func noIDToken() async throws {
        server.on("access_token") { _ in .json(["access_token": "a", "token_type": "Bearer", "expires_in": 60]) }
        await #expect(throws: OIDCError(.invalidIDToken, "")) { try await client().tokens(for: server.newSession()) }
    }

    @Test("after a refresh, an ID token about somebody else is refused")
    func otherSubject() async throws {
        let client = client()
        _ = try await client.tokens(for: server.newSession())
        server.change { $0.subject = "mallory" }
        await #expect(throws: OIDCError(.invalidIDToken, "")) { try await client.refresh() }
    }

    @Test("without openid, neither the discovery document nor keys are read")
    func plainOAuth() async throws {
        server.on("access_token") { _ in .json(["access_token": "a", "token_type": "Bearer", "expires_in": 60]) }
        let tokens = try await client(["profile"]).tokens(for: server.newSession())
        #expect(tokens.idToken == nil)
        #expect(server.requests(to: "authorize").first?.query["nonce"] == nil)
        #expect(server.requests.map { $0.url.lastPathComponent }.contains("jwk_uri") == false)
    }

    @Test("keys that the server changed are read again")
    func rotatedKeys() async throws {
        let count = Counter()
        let stale = try JWK.generate(.p256, random: SeededRandom(seed: 9)).publicJSON ?? [:]
        server.on("jwk_uri") { _ in count.next() == 1 ? .json(["keys": [.object(stale)]]) : nil }
        #expect(try await client().tokens(for: server.newSession()).subject == "demo")
        #expect(server.requests(to: "jwk_uri").count == 2)
    }
}
