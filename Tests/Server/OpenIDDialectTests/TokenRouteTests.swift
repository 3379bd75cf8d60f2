import DialectTesting
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Testing

import Services
import Sessions
import Directory

@Suite("OpenID dialect: tokens")
struct TokenRouteTests {
    @Test("checklist 14, 16: a form that isn't percent-encoded; expires_in an integer, token_type present")
    func rawForm() async throws {
        let harness = try await OpenIDHarness()
        let tokens = try await harness.tokens()
        #expect(tokens["expires_in"] == .integer(3600) && tokens["token_type"] == "Bearer")
        #expect(tokens["scope"] == "openid profile" && tokens["id_token"]?.string != nil)
        let refresh = try #require(tokens["refresh_token"]?.string)
        let next = try await harness.post(
            "/realms/alpha/token",
            "client_id=app&grant_type=refresh_token&refresh_token=\(refresh)&scope=openid profile&response_type=token")
        #expect(next.status == .ok && next.json["refresh_token"]?.string != refresh)
        #expect(next.headers[.cacheControl]?.contains("no-store") == true)
    }

    @Test(
        "errors are JSON with their status; a page's script is told the scheme only when it used the header",
        arguments: [
            ("client_id=app&grant_type=authorization_code&code=x&redirect_uri=y&code_verifier=z", nil, 400, "invalid_grant"),
            ("client_id=app&grant_type=password", nil, 400, "unsupported_grant_type"),
            ("client_id=app&client_id=app&grant_type=refresh_token", nil, 400, "invalid_request"),
            ("client_id=backend&grant_type=client_credentials", nil, 401, "invalid_client"),
            ("grant_type=client_credentials", "Basic YmFja2VuZDp3cm9uZw==", 401, "invalid_client"),
            ("grant_type=client_credentials", "Basic", 401, "invalid_client"),
            ("", nil, 401, "invalid_client"), ("%zz", nil, 400, "invalid_request"), ("a=%ff", nil, 400, "invalid_request"),
        ] as [(String, String?, Int, String)])
    func errors(_ body: String, _ authorization: String?, _ status: Int, _ error: String) async throws {
        let harness = try await OpenIDHarness()
        var headers = HTTPFields()
        headers[.authorization] = authorization
        let answer = try await harness.post("/am/oauth2/realms/alpha/access_token", body, headers: headers)
        #expect(answer.status.code == status && answer.json["error"]?.string == error)
        #expect(answer.json["error_description"]?.string?.isEmpty == false)
        #expect((answer.headers[.wwwAuthenticate]?.hasPrefix("Basic ") ?? false) == (status == 401))
        #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
        for field in [HTTPField(name: .origin, value: "https://app.example"), HTTPField(name: .known("Sec-Fetch-Mode"), value: "cors")] {
            headers[field.name] = field.value
            let shown = try await harness.post("/am/oauth2/realms/alpha/access_token", body, headers: headers)
            #expect((shown.headers[.wwwAuthenticate]?.hasPrefix("Basic ") ?? false) == (authorization != nil))
            headers[field.name] = nil
        }
    }

    @Test(
        "every endpoint that refuses a client says by which scheme it authenticates", arguments: ["token", "introspect", "revoke", "par"])
    func challenged(_ endpoint: String) async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.post("/realms/alpha/" + endpoint, "client_id=backend&token=x&grant_type=client_credentials")
        #expect(answer.status == .unauthorized && answer.headers[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
    }

    @Test(
        "what a request asks by a parameter and can't be had is refused, wherever the parameter stands",
        arguments: [
            ("claims", "invalid_request"), ("resource", "invalid_target"), ("authorization_details", "invalid_authorization_details"),
            ("dpop_jkt", "invalid_request"), ("request", "request_not_supported"), ("registration", "registration_not_supported"),
        ])
    func unsupported(_ parameter: String, _ error: String) async throws {
        let harness = try await OpenIDHarness()
        let asked = try await harness.authorize([parameter: "x"])
        #expect(OpenIDHarness.parameter("error", of: asked) == error)
        let pushed = try await harness.post("/realms/alpha/par", OpenIDHarness.query([parameter: "x"]))
        #expect(pushed.status == .badRequest && pushed.json["error"]?.string == error)
        let uri = try #require(try await harness.post("/realms/alpha/par", OpenIDHarness.query()).json["request_uri"]?.string)
        let beside = FormBody([("client_id", "app"), ("request_uri", uri), (parameter, "x")]).encoded
        let named = try await harness.server.send(
            .get, "/realms/alpha/authorize?" + beside, headers: harness.server.presenting(harness.session.reveal()))
        #expect(OpenIDHarness.parameter("error", of: named) == error)
        let code = OpenIDHarness.parameter("code", of: try await harness.authorize())
        let token = try await harness.post(
            "/realms/alpha/token",
            "client_id=app&grant_type=authorization_code&code=\(code)&redirect_uri=\(OpenIDHarness.redirect)"
                + "&code_verifier=\(OpenIDHarness.verifier)&\(parameter)=x&\(parameter)=y")
        #expect(token.status == .badRequest && token.json["error"]?.string == error)
        // Without a value it is as missing.
        #expect(!OpenIDHarness.parameter("code", of: try await harness.authorize([parameter: ""])).isEmpty)
    }

    @Test("a body of another type or size is refused before it is read")
    func bodies() async throws {
        let harness = try await OpenIDHarness()
        let json = try await harness.server.send(
            .post, "/realms/alpha/token", headers: [.contentType: "application/json"], body: "{}")
        #expect(json.status == .unsupportedMediaType && json.json["error"] == "invalid_request")
        let long = try await harness.post("/realms/alpha/token", "scope=" + String(repeating: "x", count: 70_000))
        #expect(long.status == .contentTooLarge && long.json["error"] == "invalid_request")
        let get = try await harness.server.send(.get, "/realms/alpha/token?client_id=app")
        #expect(get.status.code >= 400)
    }

    @Test("client credentials, introspection and revocation")
    func backend() async throws {
        let harness = try await OpenIDHarness()
        let basic: HTTPFields = [.authorization: OpenIDHarness.basic]
        let own = try await harness.post("/realms/alpha/token", "grant_type=client_credentials&scope=read", headers: basic)
        let token = try #require(own.json["access_token"]?.string)
        let users = try #require(try await harness.tokens()["access_token"]?.string)
        for text in [token, users] {
            let answer = try await harness.post("/realms/alpha/introspect", "token=\(text)", headers: basic)
            #expect(answer.status == .ok && answer.json["active"] == true)
        }
        #expect(try await harness.post("/realms/alpha/introspect", "token=\(users)&client_id=app").status == .unauthorized)
        let revoked = try await harness.post("/am/oauth2/realms/alpha/token/revoke", "client_id=app&token=\(users)")
        #expect(revoked.status == .ok && revoked.text == "{}")
        let after = try await harness.post("/realms/alpha/introspect", "token=\(users)", headers: basic)
        #expect(after.text == "{\"active\":false}")
    }

    @Test("userinfo takes the token in the header or in a form, and in no query")
    func userInfo() async throws {
        let harness = try await OpenIDHarness()
        let token = try #require(try await harness.tokens()["access_token"]?.string)
        let path = "/am/oauth2/realms/root/realms/alpha/userinfo"
        let byHeader = try await harness.server.send(.get, path, headers: [.authorization: "Bearer \(token)"])
        #expect(byHeader.status == .ok && byHeader.json["preferred_username"] == "demo" && byHeader.json["sub"]?.string != nil)
        #expect(try await harness.post(path, "access_token=\(token)").status == .ok)
        let twice = try await harness.post(path, "access_token=\(token)", headers: [.authorization: "Bearer \(token)"])
        #expect(twice.status == .badRequest)
        for headers in [[.authorization: "Bearer undefined"], [.authorization: "bearer"]] as [HTTPFields] {
            let answer = try await harness.server.send(.get, path + "?access_token=\(token)", headers: headers)
            #expect(answer.status == .unauthorized && answer.json["error"] == "invalid_token")
            #expect(answer.json["error_description"] == "token not valid")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer realm=\"OAuth\", error=\"invalid_token\"")
        }
        // RFC 6750 §3.1: who shows no token is told the scheme alone.
        for headers in [[:], [.authorization: "Basic \(token)"]] as [HTTPFields] {
            let answer = try await harness.server.send(.get, path + "?access_token=\(token)", headers: headers)
            #expect(answer.status == .unauthorized && answer.text.isEmpty)
            #expect(answer.headers[.wwwAuthenticate] == "Bearer realm=\"OAuth\"")
        }
    }

    @Test("end session by the ID token alone, whatever the Authorization header says")
    func endSession() async throws {
        let harness = try await OpenIDHarness()
        let hint = try #require(try await harness.tokens()["id_token"]?.string)
        let path = "/am/oauth2/realms/alpha/connect/endSession?id_token_hint=\(hint)"
        let answer = try await harness.server.send(
            .get, path + "&client_id=app",
            headers: [.authorization: "Bearer undefined", .cookie: "iPlanetDirectoryPro=\(harness.session.reveal())"])
        #expect(answer.status == .noContent && answer.text.isEmpty)
        #expect(answer.setCookie("iPlanetDirectoryPro")?.contains("Max-Age=0") == true)
        #expect(try await harness.server.domain.session.registry.peek(harness.session, in: harness.realm.id) == nil)
        let back = try await harness.server.send(.get, path + "&post_logout_redirect_uri=\(OpenIDHarness.redirect)&state=x")
        #expect(back.status == .found && back.headers[.location] == OpenIDHarness.redirect + "?state=x")
        let evil = try await harness.server.send(.get, path + "&post_logout_redirect_uri=https://evil.example")
        #expect(evil.status == .badRequest && evil.headers[.location] == nil)
        let program = try await harness.server.send(.get, "/realms/alpha/logout", headers: [.accept: "application/json"])
        #expect(program.status == .badRequest && program.json["error"] == "invalid_request")
    }
}
