import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Store
import Testing

import Services
import Sessions

@Suite("Platform: what is said of an application has its effect")
struct PlatformApplicationTests {
    /// A platform, and a web application that was made by its API.
    private struct Stage {
        static let redirect = "https://app.example/cb"
        static let bye = "https://app.example/bye"
        static let web: JSONObject = [
            "name": "Shop", "type": "WEB_APP", "protocol": "OPENID_CONNECT",
            "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "CLIENT_CREDENTIALS"], "tokenEndpointAuthMethod": "CLIENT_SECRET_BASIC",
            "redirectUris": [.string(redirect)], "postLogoutRedirectUris": [.string(bye)],
        ]
        let platform: PlatformHarness
        let id: String
        let secret: String

        static func made(_ changes: JSONObject, by platform: PlatformHarness) async throws -> ServerResponse {
            var body = web
            for member in changes.members { body[member.name] = member.value == .null ? nil : member.value }
            return try await platform.send(.post, "/applications", .object(body))
        }

        init(_ changes: JSONObject = [:]) async throws {
            platform = try await PlatformHarness()
            let made = try await Self.made(changes, by: platform)
            #expect(made.status == .created, "\(made.text)")
            id = made.json["id"]?.string ?? ""
            secret = try await platform.send(.get, "/applications/\(id)/secret").json["secret"]?.string ?? ""
        }

        /// The answer to a request with the application's secret.
        func token(_ form: [(String, String)]) async throws -> ServerResponse {
            let basic = "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
            return try await platform.server.send(
                .post, "/\(platform.environment)/as/token",
                headers: [.authorization: basic, .contentType: "application/x-www-form-urlencoded"], body: FormBody(form).encoded)
        }

        /// The answer to an authorization request of a user who is signed in.
        func authorize(_ changes: [String: String] = [:]) async throws -> ServerResponse {
            let (realm, domain, user) = (platform.realm, platform.domain, platform.user)
            let (_, session) = try await domain.platform.database.write { transaction in
                try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
            }
            let query = OpenIDHarness.query(
                ["client_id": id, "redirect_uri": Self.redirect, "scope": "openid"].merging(changes) { $1 })
            return try await platform.server.send(
                .get, "/\(platform.environment)/as/authorize?" + query, headers: platform.server.presenting(session.reveal()))
        }

        func code(_ changes: [String: String] = [:]) async throws -> String {
            OpenIDHarness.parameter("code", of: try await authorize(changes))
        }
    }

    @Test(
        "enabled and grantTypes: only an application that is enabled gets tokens, by the grants that it has",
        arguments: [
            ([:], true), (["enabled": true], true), (["enabled": false], false), (["grantTypes": ["AUTHORIZATION_CODE"]], false),
        ] as [(JSONObject, Bool)])
    func granted(_ changes: JSONObject, _ isGranted: Bool) async throws {
        let stage = try await Stage(changes)
        let answer = try await stage.token([("grant_type", "client_credentials")])
        #expect((answer.json["access_token"] != nil) == isGranted, "\(answer.text)")
    }

    @Test(
        "tokenEndpointAuthMethod: an application has a secret, or none", arguments: ["CLIENT_SECRET_BASIC", "CLIENT_SECRET_POST", "NONE"])
    func secret(_ method: String) async throws {
        let stage = try await Stage(["tokenEndpointAuthMethod": .string(method), "grantTypes": ["AUTHORIZATION_CODE"]])
        #expect(stage.secret.isEmpty == (method == "NONE"))
        let form = [
            ("grant_type", "authorization_code"), ("code", try await stage.code()), ("redirect_uri", Stage.redirect),
            ("code_verifier", OpenIDHarness.verifier), ("client_id", stage.id),
        ]
        let bare = try await stage.platform.server.send(
            .post, "/\(stage.platform.environment)/as/token", headers: OpenIDHarness.form, body: FormBody(form).encoded)
        #expect((bare.json["access_token"] != nil) == (method == "NONE"), "\(bare.text)")
    }

    @Test("redirectUris and scopes: where a code goes, and what may be asked for")
    func authorized() async throws {
        let stage = try await Stage(["scopes": ["openid", "email"]])
        #expect(try await !stage.code().isEmpty)
        #expect(try await !stage.code(["scope": "openid email"]).isEmpty)
        #expect(try await stage.authorize(["redirect_uri": "https://app.example/other"]).headers[.location] == nil)
        #expect(try await stage.code(["scope": "openid phone"]).isEmpty)
        #expect(try await !Stage().code(["scope": "openid phone"]).isEmpty, "unless it says otherwise it has the standard scopes")
    }

    @Test("refreshTokenDuration: a refresh token lives so long", arguments: [(59.0, true), (61, false)])
    func refresh(_ waited: TimeInterval, _ isGood: Bool) async throws {
        let stage = try await Stage(["refreshTokenDuration": 60])
        let tokens = try await stage.token([
            ("grant_type", "authorization_code"), ("code", try await stage.code()), ("redirect_uri", Stage.redirect),
            ("code_verifier", OpenIDHarness.verifier),
        ])
        let token = try #require(tokens.json["refresh_token"]?.string, "\(tokens.text)")
        stage.platform.server.time.advance(by: waited)
        let again = try await stage.token([("grant_type", "refresh_token"), ("refresh_token", token)])
        #expect((again.json["access_token"] != nil) == isGood, "\(again.text)")
    }

    @Test(
        "postLogoutRedirectUris: where a browser goes after a sign-out", arguments: [(Stage.bye, true), ("https://app.example/cb", false)])
    func logout(_ place: String, _ isRegistered: Bool) async throws {
        let stage = try await Stage()
        let query = FormBody([("client_id", stage.id), ("post_logout_redirect_uri", place)]).encoded
        let answer = try await stage.platform.server.send(.get, "/\(stage.platform.environment)/as/signoff?" + query)
        #expect((answer.headers[.location]?.hasPrefix(place) == true) == isRegistered, "\(answer.text)")
    }

    @Test("mobile.uriPrefix: the link of an authentication code begins with it")
    func prefix() async throws {
        let mobile: JSONObject = ["bundleId": "org.example.app", "uriPrefix": "https://app.example.com/x"]
        let stage = try await Stage(["type": "NATIVE_APP", "mobile": .object(mobile)])
        let body: JSONValue = ["application": ["id": .string(stage.id)]]
        let made = try await stage.platform.server.send(
            .post, "/\(stage.platform.environment)/authenticationCodes",
            headers: [.authorization: "Bearer " + stage.platform.token, .contentType: "application/json"], body: body.text)
        #expect(made.json["uri"]?.string?.hasPrefix("https://app.example.com/x/pingonesdk?") == true, "\(made.text)")
    }

    @Test(
        "what this server does in one way only is taken with that value and refused with any other",
        arguments: [
            ("protocol", "OPENID_CONNECT", "SAML"), ("pkceEnforcement", "S256_REQUIRED", "OPTIONAL"),
            ("parRequirement", "OPTIONAL", "REQUIRED"), ("responseTypes", ["CODE"], ["TOKEN"]), ("responseTypes", ["CODE"], []),
        ] as [(String, JSONValue, JSONValue)])
    func single(_ member: String, _ taken: JSONValue, _ refused: JSONValue) async throws {
        let platform = try await PlatformHarness()
        let made = try await Stage.made([member: taken], by: platform)
        #expect(made.status == .created, "\(made.text)")
        #expect(made.json[member] == taken || member.contains("Enforcement") || member.contains("Requirement"))
        let answer = try await Stage.made([member: refused], by: platform)
        #expect(answer.status == .badRequest, "\(answer.text)")
        #expect(answer.json["details"]?.array?.first?["target"]?.string?.hasPrefix(member) == true, "\(answer.text)")
    }

    @Test(
        "type: what another type has is refused",
        arguments: [
            (["type": "WORKER", "grantTypes": ["AUTHORIZATION_CODE"]], "grantTypes"),
            (["type": "WEB_APP", "mobile": ["bundleId": "org.example.app"]], "mobile"),
            (["responseTypes": ["CODE"], "grantTypes": ["CLIENT_CREDENTIALS"]], "responseTypes"),
        ] as [(JSONObject, String)])
    func type(_ changes: JSONObject, _ target: String) async throws {
        let answer = try await Stage.made(changes, by: try await PlatformHarness())
        #expect(answer.status == .badRequest && answer.json["details"]?.array?.first?["target"]?.string == target, "\(answer.text)")
    }
}
