import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import SignIn
import Testing

import Services
import Directory

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

    @Test("prompt=create leads to the registration that the realm offers, and discovery says so; where there is none it is refused")
    func registration() async throws {
        let harness = try await OpenIDHarness()
        func prompts() async throws -> [String] {
            let document = try await harness.server.send(.get, OpenIDHarness.am + "/.well-known/openid-configuration").json
            return document["prompt_values_supported"]?.strings ?? []
        }
        var realm = harness.realm
        realm.settings[SelfServiceSettings.self].registrationJourney = "sdkUsernamePasswordJourney"
        try await harness.server.domain.directory.realms.update(realm)
        #expect(try await prompts() == ["none", "login", "select_account", "consent", "create"])
        let answer = try await harness.authorize(["prompt": "create"])
        #expect(OpenIDHarness.parameter("journey", of: answer) == "sdkUsernamePasswordJourney")
        realm.settings[SelfServiceSettings.self].registrationJourney = ""
        try await harness.server.domain.directory.realms.update(realm)
        #expect(try await prompts() == ["none", "login", "select_account", "consent"])
        let refused = try await harness.authorize(["prompt": "create"])
        #expect(OpenIDHarness.parameter("error", of: refused) == "invalid_request")
    }

    @Test("a session check: 204 where no place was named, in the redirect where one was")
    func sessionCheck() async throws {
        let harness = try await OpenIDHarness()
        func check(_ changes: [String: String], signedIn: Bool = true) async throws -> ServerResponse {
            let query = FormBody(
                ([("client_id", "app"), ("scope", "openid"), ("prompt", "none"), ("nonce", "n")] + changes.map { ($0, $1) })
            ).encoded
            let headers = signedIn ? harness.server.presenting(harness.session.reveal()) : [:]
            return try await harness.server.send(.get, OpenIDHarness.am + "/authorize?" + query, headers: headers)
        }
        let bare = try await check(["response_type": "none"])
        #expect(bare.status == .noContent && bare.text.isEmpty && bare.headers[.cacheControl]?.contains("no-store") == true)
        let nobody = try await check(["response_type": "none"], signedIn: false)
        #expect(nobody.status == .badRequest && nobody.json["error"] == "interaction_required" && nobody.headers[.location] == nil)
        let placed = try await check(["response_type": "none", "redirect_uri": OpenIDHarness.redirect, "state": "s"])
        #expect(placed.status == .found && OpenIDHarness.parameter("state", of: placed) == "s")
        let token = try await check(["response_type": "id_token", "redirect_uri": OpenIDHarness.redirect])
        #expect(token.headers[.location]?.hasPrefix(OpenIDHarness.redirect + "#id_token=ey") == true)
        let document = try await harness.server.send(.get, OpenIDHarness.am + "/.well-known/openid-configuration").json
        #expect(document["response_types_supported"]?.strings == ["code", "none", "id_token"])
        #expect(document["response_modes_supported"]?.strings == ["query", "fragment"])
    }

    @Test("the parameters of a POST may stand in its query, or in both parts, but none in both")
    func posted() async throws {
        let harness = try await OpenIDHarness()
        let path = "/realms/alpha/authorize?"
        let headers = harness.server.presenting(harness.session.reveal())
        let inQuery = try await harness.post(path + OpenIDHarness.query(), "", headers: headers)
        #expect(!OpenIDHarness.parameter("code", of: inQuery).isEmpty)
        let inBoth = try await harness.post(path + OpenIDHarness.query(), "prompt=none", headers: headers)
        #expect(!OpenIDHarness.parameter("code", of: inBoth).isEmpty)
        let doubled = try await harness.post(path + OpenIDHarness.query(), "client_id=app", headers: headers)
        #expect(doubled.status == .badRequest && doubled.json["error"] == "invalid_request")
    }

    @Test("an error's description has no character that RFC 6749 forbids, whatever the request had")
    func characters() async throws {
        let harness = try await OpenIDHarness()
        for changes in [["scope": "openid \u{1}"], ["scope": "ä\"\\"], ["prompt": "\"ü\\"], ["max_age": "§"]] {
            let answer = try await harness.authorize(changes)
            let description = OpenIDHarness.parameter("error_description", of: answer)
            #expect(!description.isEmpty && description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        }
    }

    @Test(
        "prompt=none is answered with the code and the text on which the family's clients fall back",
        arguments: [
            (OpenIDHarness.am, "interaction_required", "The request requires some interaction that is not allowed."),
            ("/realms/alpha", "login_required", "Authentication is required."),
            ("environment", "login_required", "User authentication is required"),
        ])
    func silent(_ path: String, _ error: String, _ text: String) async throws {
        let harness = try await OpenIDHarness()
        let path = path == "environment" ? "/\(harness.realm.id.uuidString.lowercased())/as" : path
        let answer = try await harness.authorize(["prompt": "none"], at: path, signedIn: false)
        #expect(OpenIDHarness.parameter("error", of: answer) == error)
        #expect(OpenIDHarness.parameter("error_description", of: answer) == text)
    }

    @Test("response_mode=fragment: code and errors stand in the fragment, in every family; no mode is served that discovery doesn't list")
    func fragment() async throws {
        let harness = try await OpenIDHarness()
        for path in [OpenIDHarness.am, "/realms/alpha", "/\(harness.realm.id.uuidString.lowercased())/as"] {
            for (changes, member) in [([:], "code"), (["scope": "admin"], "error"), (["response_type": "none"], "iss")] {
                let asked = changes.merging(["response_mode": "fragment"]) { $1 }
                let location = try #require(try await harness.authorize(asked, at: path).headers[.location])
                #expect(location.hasPrefix(OpenIDHarness.redirect + "#\(member)=") && !location.contains("?"))
                #expect(location.contains("state=s%20t"))
            }
            let modes = try await harness.server.send(.get, path + "/.well-known/openid-configuration").json["response_modes_supported"]
            for mode in ["query", "fragment", "form_post", "jwt", "query.jwt"] {
                let answer = try await harness.authorize(["response_mode": mode], at: path)
                let isServed = answer.headers[.location]?.contains("code=") == true
                #expect(isServed == (modes?.strings?.contains(mode) == true), "\(mode)")
            }
        }
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
