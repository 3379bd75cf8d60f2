import DialectTesting
import HTTPTypes
import JOSE
import OAuthMessages
import Primitives
import Testing

@testable import DialectBase

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
        for name in document.members.names where name.hasSuffix("_endpoint") || name == "jwks_uri" {
            let url = try #require(document.members[name]?.string)
            #expect(url.hasPrefix(document.issuer + "/"))
            let target = String(url.dropFirst("http://127.0.0.1:8080".count))
            let get = try await harness.server.send(.get, target)
            let post = try await harness.post(target, "x=y")
            #expect(get.status != .notFound || post.status != .notFound, "\(name) leads nowhere")
        }
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
            algorithms: [.es256], issuer: "http://127.0.0.1:8080/am/oauth2/realms/root/realms/alpha", audience: "app", type: "JWT")
        let token = try #require(tokens["id_token"]?.string)
        let verified = try policy.verify(token, keys: VerificationKeys(set), at: harness.server.time.now)
        #expect(verified.claims.subject != nil)
    }
}
