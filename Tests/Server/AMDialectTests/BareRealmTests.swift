import DialectTesting
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Testing

import Services
import Directory
import Foundations

@Suite("The short form of a realm in AM's paths: /am/oauth2/alpha/…, /am/json/alpha/…")
struct BareRealmTests {
    @Test("discovery, authorization, tokens and user information", arguments: ["/am/oauth2/alpha", "/openam/oauth2/alpha"])
    func oauth(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let document = try await harness.server.send(.get, path + "/.well-known/openid-configuration").json
        #expect(document["issuer"]?.string == "http://127.0.0.1:8080" + OpenIDHarness.am)
        let code = OpenIDHarness.parameter("code", of: try await harness.authorize(at: path))
        let tokens = try await harness.post(
            path + "/access_token",
            "client_id=app&grant_type=authorization_code&code=\(code)&redirect_uri=\(OpenIDHarness.redirect)&code_verifier=\(OpenIDHarness.verifier)"
        )
        let token = try #require(tokens.json["access_token"]?.string)
        let info = try await harness.server.send(.get, path + "/userinfo", headers: [.authorization: "Bearer \(token)"])
        #expect(info.json["preferred_username"] == "demo")
        #expect(try await harness.server.send(.get, path + "/connect/jwk_uri").status == .ok)
    }

    @Test("journeys, sessions, server information")
    func json() async throws {
        let server = try await ServerHarness()
        let step = try await server.authenticate(realm: "/alpha").json
        let success = try await server.authenticate(step.answering([TestDomain.username, TestDomain.password]), realm: "/alpha")
        #expect(success.json["realm"] == "/alpha")
        let token = success.json["tokenId"]?.string
        #expect(try await server.session("validate", token: token, path: "/alpha/sessions").json["realm"] == "/alpha")
        #expect(try await server.send(.get, "/am/json/alpha/serverinfo/*").json["realm"] == "/alpha")
        #expect(try await server.send(.get, "/am/json/root/serverinfo/*").json["realm"] == "/")
    }

    @Test("a resource goes before a realm of its name; unknown, impossible and contradicting names are refused")
    func others() async throws {
        let server = try await ServerHarness()
        _ = try await server.domain.directory.realms.create(try #require(RealmPath("/serverinfo")))
        #expect(try await server.send(.get, "/am/json/serverinfo/*").json["realm"] == "/")
        #expect(try await server.send(.get, "/am/json/serverinfo/serverinfo/*").json["realm"] == "/serverinfo")
        for name in ["gamma", "..", "%2e%2e", "alpha%2Fbeta"] {
            #expect(try await server.send(.get, "/am/json/\(name)/serverinfo/*").status == .notFound, "\(name)")
        }
        #expect(try await server.send(.get, "/am/json/alpha/serverinfo/*?realm=/alpha").status == .ok)
        #expect(try await server.send(.get, "/am/json/alpha/serverinfo/*?realm=/").status == .badRequest)
    }

    @Test("pages of the realm's origins may call it")
    func further() async throws {
        let harness = try await OpenIDHarness()
        var realm = harness.realm
        realm.settings[CrossOriginSettings.self].corsOrigins = ["https://spa.example.com"]
        try await harness.server.domain.directory.realms.update(realm)
        let answer = try await harness.server.send(
            .get, "/am/oauth2/alpha/connect/jwk_uri", headers: [.origin: "https://spa.example.com"])
        #expect(answer.headers[.accessControlAllowOrigin] == "https://spa.example.com")
    }
}
