import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import OAuth
@testable import Directory

@Suite("Client authentication")
struct ClientAuthenticationTests {
    private static func header(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

    @Test("a confidential client may send its secret in the header or in the form")
    func accepted() async throws {
        try await withTokens { harness in
            _ = try await harness.clientCredentials()
            _ = try await harness.clientCredentials(["client_id": "service"])
            let request = try harness.request(
                [("grant_type", "client_credentials"), ("client_id", "service"), ("client_secret", "s3cret&=+ü")])
            let tokens = try await harness.domain.oauth.tokens.tokens(for: request)
            #expect(tokens.refreshToken == nil && tokens.idToken == nil && tokens.scope == "read")
            let claims = try await harness.claims(tokens.accessToken.reveal(), type: "at+jwt")
            #expect(claims.subject == "service" && claims["client_id"] == "service" && claims["grant_id"] == nil)
        }
    }

    @Test(
        "any other way is refused",
        arguments: [
            (nil, ["client_id": "service"], OAuthError.Code.invalidClient),
            (nil, ["client_id": "service", "client_secret": ""], .invalidClient),
            (nil, ["client_id": "service", "client_secret": "wrong"], .invalidClient),
            (nil, ["client_id": "app", "client_secret": "s3cret&=+ü"], .invalidClient),
            (nil, ["client_id": "app"], .unauthorizedClient),
            (nil, [:], .invalidClient),
            (header("service:wrong"), [:], .invalidClient), (header("service:"), [:], .invalidClient),
            (header("service:s3cret&=+ü"), [:], .invalidClient), (header("service"), [:], .invalidClient),
            (header(":"), [:], .invalidClient), (header("app:"), [:], .unauthorizedClient), (header("nobody:x"), [:], .invalidClient),
            ("Basic %%%", [:], .invalidClient), ("Basic", [:], .invalidClient), ("", [:], .invalidClient),
            ("Bearer undefined", ["client_id": "app"], .invalidClient),
            (TokenHarness.basic, ["client_secret": "s3cret&=+ü"], .invalidRequest),
            (TokenHarness.basic, ["client_id": "app"], .invalidRequest),
        ] as [(String?, [String: String], OAuthError.Code)])
    func refused(_ header: String?, _ parameters: [String: String], _ expected: OAuthError.Code) async throws {
        try await withTokens { harness in
            await #expect(throws: OAuthError(expected, "")) {
                let form = [("grant_type", "client_credentials")] + parameters.map { ($0, $1) }
                _ = try await harness.domain.oauth.tokens.tokens(for: try harness.request(form, basic: header))
            }
        }
    }

    @Test("a public client is never let in with client_credentials, whatever it shows")
    func publicClient() async throws {
        try await withTokens { harness in
            await #expect(throws: OAuthError(.unauthorizedClient, "")) {
                _ = try await harness.domain.oauth.tokens.tokens(
                    for: try harness.request([("grant_type", "client_credentials"), ("client_id", "app")]))
            }
        }
    }

    @Test("scopes of client_credentials are the application's, and openid isn't one")
    func scopes() async throws {
        try await withTokens { harness in
            let tokens = try await harness.clientCredentials(["scope": "read"])
            #expect(tokens.scope == "read")
            await #expect(throws: OAuthError(.invalidScope, "")) { try await harness.clientCredentials(["scope": "openid"]) }
            await #expect(throws: OAuthError(.invalidScope, "")) { try await harness.clientCredentials(["scope": "write"]) }
        }
    }

    @Test("client_credentials writes nothing")
    func writesNothing() async throws {
        try await withTokens { harness in
            _ = try await harness.clientCredentials()
            #expect(try await harness.auditKinds().isEmpty)
            let grants = try await harness.base.database.read { try $0.rows("SELECT * FROM grants") }
            #expect(grants.isEmpty)
        }
    }

    @Test("client ids that nobody has fill no log and no table: they count as one, and are blocked as one")
    func randomIDs() async throws {
        try await withTokens({ $0[BoundsSettings.self].failuresPerAddressAndMinute = 20 }) { harness in
            for index in 0..<300 {
                let form = FormBody([
                    ("grant_type", "client_credentials"), ("client_id", "random-\(index)"), ("client_secret", "wrong"),
                ])
                let credentials = try ClientCredentials(authorization: nil, form: form)
                await #expect(throws: OAuthError(.invalidClient, "")) {
                    _ = try await harness.domain.oauth.tokens.tokens(
                        for: Tokens.Request(
                            form, credentials: credentials, realm: harness.realm, issuer: harness.issuer, address: "2001:db8::\(index)"))
                }
            }
            #expect(try await harness.auditKinds() == Array(repeating: "client.refused", count: 5))
            let attempts = try await harness.base.database.read {
                try $0.rows("SELECT source, count FROM attempts WHERE realm = ?1", harness.realm.id)
            }
            #expect(attempts.count == 1)
            #expect(try attempts.first?.int("count") == 21)
        }
    }

    @Test("too many wrong secrets from one address block it for a minute; others aren't blocked")
    func throttled() async throws {
        try await withTokens({ $0[BoundsSettings.self].failuresPerAddressAndMinute = 3 }) { harness in
            func attempt(_ secret: String, from address: String) async throws {
                let form = FormBody([("grant_type", "client_credentials"), ("client_id", "service"), ("client_secret", secret)])
                let credentials = try ClientCredentials(authorization: nil, form: form)
                _ = try await harness.domain.oauth.tokens.tokens(
                    for: Tokens.Request(
                        form, credentials: credentials, realm: harness.realm, issuer: harness.issuer, address: address))
            }
            for _ in 0..<4 {
                await #expect(throws: OAuthError(.invalidClient, "")) { try await attempt("wrong", from: "192.0.2.1") }
            }
            await #expect(throws: OAuthError(.invalidClient, "")) { try await attempt("s3cret&=+ü", from: "192.0.2.1") }
            try await attempt("s3cret&=+ü", from: "192.0.2.2")
            harness.time.advance(by: 61)
            try await attempt("s3cret&=+ü", from: "192.0.2.1")
            #expect(try await harness.auditKinds() == Array(repeating: "client.refused", count: 4))
        }
    }
}
