import DialectTesting
import Directory
import Foundation
@testable import HTTPBase
import HTTPTypes
import JOSE
import OAuthMessages
import Primitives
import Testing

@Suite("OpenID dialect: discovery and keys")
struct MetadataTests {
    @Test(
        "each form of a realm's path names one issuer, and every endpoint that the document names is there",
        arguments: [
            ("/am/oauth2/realms/root/realms/alpha", "/am/oauth2/realms/root/realms/alpha"),
            ("/am/oauth2/realms/alpha", "/am/oauth2/realms/root/realms/alpha"), ("/realms/alpha", "/realms/alpha"),
            ("/am/oauth2", "/am/oauth2/realms/root"), ("/realms/root", "/realms/root"),
        ])
    func discovery(_ path: String, _ issuer: String) async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.server.send(.get, path + "/.well-known/openid-configuration")
        #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
        let document = try DiscoveryDocument(json: answer.json)
        #expect(document.issuer == "http://127.0.0.1:8080" + issuer)
        #expect(document.supportsIssuerInResponse && answer.json["code_challenge_methods_supported"] == ["S256"])
        // OpenID Connect Discovery 1.0 §3: the languages of the pages, as BCP 47 tags.
        let languages = answer.json["ui_locales_supported"]?.array?.compactMap(\.string) ?? []
        #expect(languages.count == 13 && Set(languages).isSuperset(of: ["en", "de", "pt-BR", "zh-Hans", "ar"]))
        for name in document.members.names where name.hasSuffix("_endpoint") || name == "jwks_uri" {
            let url = try #require(document.members[name]?.string)
            #expect(url.hasPrefix(document.issuer + "/"))
            let target = String(url.dropFirst("http://127.0.0.1:8080".count))
            let get = try await harness.server.send(.get, target)
            let post = try await harness.post(target, "x=y")
            #expect(get.status != .notFound || post.status != .notFound, "\(name) leads nowhere")
        }
    }

    @Test("an endpoint that only the platform's clients know is announced to them alone")
    func platformEndpoints() async throws {
        let harness = try await OpenIDHarness()
        let environment = "/\(harness.realm.id.uuidString.lowercased())/as"
        for (path, isThere) in [("/am/oauth2/realms/alpha", false), ("/realms/alpha", false), (environment, true)] {
            let document = try await harness.server.send(.get, path + "/.well-known/openid-configuration").json
            #expect((document["ping_end_idp_session_endpoint"] != nil) == isThere && document["end_session_endpoint"] != nil)
            #expect(document["id_token_signing_alg_values_supported"]?.strings?.sorted() == ["ES256", "RS256"])
        }
    }

    @Test(
        "the metadata stand where RFC 8414 has them, too, and are the same",
        arguments: [
            "/am/oauth2/realms/root/realms/alpha", "/am/oauth2/realms/alpha", "/am/oauth2/alpha", "/openam/oauth2/realms/alpha",
            "/realms/alpha",
            "/am/oauth2", "/realms/root", "environment",
        ])
    func authorizationServer(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let path = path == "environment" ? "/\(harness.realm.id.uuidString.lowercased())/as" : path
        let usual = try await harness.server.send(.get, path + "/.well-known/openid-configuration")
        let answer = try await harness.server.send(.get, "/.well-known/oauth-authorization-server" + path)
        #expect(answer.status == .ok && answer.json == usual.json && answer.json["issuer"]?.string != nil)
        #expect(answer.headers[.cacheControl] == usual.headers[.cacheControl])
    }

    @Test("there are no metadata of what isn't there", arguments: ["/realms/gamma", "/am/oauth2/gamma", "/am", "", "/realms/alpha/x"])
    func nowhere(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let answer = try await harness.server.send(.get, "/.well-known/oauth-authorization-server" + path)
        #expect(answer.status == .notFound)
    }

    @Test(
        "the key set verifies the tokens and holds nothing private",
        arguments: ["/am/oauth2/realms/alpha/connect/jwk_uri", "/realms/alpha/jwks"])
    func keys(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let tokens = try await harness.tokens()
        let answer = try await harness.server.send(.get, path)
        #expect(answer.headers[.cacheControl] == "public, max-age=600")
        let set = try JWKSet(parsing: answer.text.utf8)
        #expect(set.keys.count == 2 && set.keys.allSatisfy { !$0.isPrivate })
        let policy = JWTPolicy(
            algorithms: [.rs256], issuer: "http://127.0.0.1:8080/am/oauth2/realms/root/realms/alpha", audience: "app", type: "JWT")
        let token = try #require(tokens["id_token"]?.string)
        let verified = try policy.verify(token, keys: VerificationKeys(set), at: harness.server.time.now)
        #expect(verified.claims.subject != nil)
    }
}
