import HTTPTypes
import OAuthMessages
import Primitives
import Services
import Testing

@testable import Dialects

@Suite("OpenID dialect: authorize")
struct AuthorizeTests {
    @Test(
        "checklist 13, 15: the session token as a header gives a 302 with an empty body",
        arguments: [
            "/am/oauth2/realms/root/realms/alpha", "/am/oauth2/realms/alpha", "/openam/oauth2/realms/alpha", "/realms/alpha",
        ])
    func embedded(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.authorize(at: path)
        #expect(answer.status == .found && answer.text.isEmpty)
        #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
        let location = try #require(answer.headers[.location])
        #expect(location.hasPrefix("org.forgerock.demo://oauth2redirect?code="))
        let discovery = try await harness.server.send(.get, path + "/.well-known/openid-configuration").json
        #expect(OpenIDHarness.parameter("iss", of: answer) == discovery["issuer"]?.string)
        #expect(OpenIDHarness.parameter("state", of: answer) == "s t")
    }

    @Test("the realm may be a query parameter, the token a cookie, the request a form")
    func otherForms() async throws {
        let harness = try await OpenIDHarness()
        let named = try await harness.authorize(["realm": "/alpha"], at: "/am/oauth2")
        #expect(!OpenIDHarness.parameter("code", of: named).isEmpty)
        let cookie: HTTPFields = [.cookie: "iPlanetDirectoryPro=\(harness.session.reveal())"]
        let byCookie = try await harness.server.send(.get, "/realms/alpha/authorize?" + OpenIDHarness.query(), headers: cookie)
        #expect(!OpenIDHarness.parameter("code", of: byCookie).isEmpty)
        let posted = try await harness.post(
            "/realms/alpha/authorize", OpenIDHarness.query() + "&decision=allow&csrf=x",
            headers: harness.server.presenting(harness.session.reveal()))
        #expect(!OpenIDHarness.parameter("code", of: posted).isEmpty)
    }

    @Test("checklist 21: without a session the way leads to the sign-in page and back")
    func central() async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.authorize(["prompt": "login"], signedIn: false)
        #expect(answer.status == .found && answer.text.isEmpty)
        #expect(answer.headers[.location]?.hasPrefix("http://127.0.0.1:8080/realms/alpha/login?goto=") == true)
        #expect(OpenIDHarness.parameter("ForceAuth", of: answer) == "true")
        let back = OpenIDHarness.parameter("goto", of: answer)
        #expect(back.hasPrefix("/am/oauth2/realms/root/realms/alpha/authorize?"))
        // The old session doesn't meet prompt=login, one made since does.
        let old = try await harness.server.send(.get, back, headers: harness.server.presenting(harness.session.reveal()))
        #expect(OpenIDHarness.parameter("code", of: old).isEmpty && !OpenIDHarness.parameter("goto", of: old).isEmpty)
        harness.server.time.advance(by: 5)
        let fresh = try await harness.server.sessionToken()
        let again = try await harness.server.send(.get, back, headers: harness.server.presenting(fresh))
        #expect(!OpenIDHarness.parameter("code", of: again).isEmpty)
    }

    @Test("what can't go back to the application is a page for a browser, and JSON for the rest")
    func untrusted() async throws {
        let harness = try await OpenIDHarness()
        let target = "/realms/alpha/authorize?" + OpenIDHarness.query(["redirect_uri": "https://evil.example/<b>"])
        let page = try await harness.server.send(.get, target, headers: [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"])
        #expect(page.status == .badRequest && page.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(page.text.contains("<code>redirect_uri_mismatch</code>") && !page.text.contains("<b>"))
        #expect(page.headers[.location] == nil)
        let json = try await harness.server.send(.get, target, headers: [.accept: "application/json"])
        #expect(json.status == .badRequest)
        #expect(json.json["error"]?.string == "redirect_uri_mismatch")
    }

    @Test("prompt=none is answered with a text that clients fall back on")
    func silent() async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.authorize(["prompt": "none"], signedIn: false)
        #expect(OpenIDHarness.parameter("error", of: answer) == "login_required")
        #expect(OpenIDHarness.parameter("error_description", of: answer) == "Authentication is required.")
    }

    @Test(
        "before the redirect URI is known to be the client's, nothing is redirected",
        arguments: [
            (["redirect_uri": "https://evil.example"], 400, "redirect_uri_mismatch"), (["client_id": "nobody"], 401, "invalid_client"),
            (["client_id": ""], 400, "invalid_request"), (["request_uri": "http://169.254.169.254/"], 400, "invalid_request_uri"),
        ])
    func shown(_ changes: [String: String], _ status: Int, _ error: String) async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.authorize(changes)
        #expect(answer.status.code == status && answer.headers[.location] == nil)
        #expect(answer.json["error"]?.string == error)
        if error == "redirect_uri_mismatch" { #expect(answer.json["error_description"] == "redirect URI is not registered") }
    }

    @Test("another realm, and an unknown one")
    func realms() async throws {
        let harness = try await OpenIDHarness()
        let root = try await harness.authorize(at: "/am/oauth2/realms/root")
        #expect(root.status == .unauthorized)
        let unknown = try await harness.authorize(at: "/am/oauth2/realms/gamma")
        #expect(unknown.status == .notFound && unknown.json["code"] == 404)
    }

    @Test("a pushed request is answered 201, and used")
    func pushed() async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.post("/realms/alpha/par", OpenIDHarness.query())
        #expect(answer.status == .created && answer.json["expires_in"] == 60)
        let uri = try #require(answer.json["request_uri"]?.string)
        let query = FormBody([("client_id", "app"), ("request_uri", uri)]).encoded
        let used = try await harness.server.send(
            .get, "/realms/alpha/authorize?" + query, headers: harness.server.presenting(harness.session.reveal()))
        #expect(!OpenIDHarness.parameter("code", of: used).isEmpty)
    }
}
