import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Directory
@testable import Foundations
@testable import OAuth
@testable import Services
@testable import Sessions

@Suite("Tokens for authorization codes")
struct CodeExchangeTests {
    @Test("a code and its verifier give tokens (RFC 7636 Appendix B)")
    func exchange() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            #expect(tokens.tokenType == "Bearer" && tokens.expiresIn == 3600 && tokens.scope == "openid profile")
            #expect(tokens.refreshToken != nil)
            let access = try await harness.claims(tokens.accessToken.reveal(), type: "at+jwt")
            #expect(access.subject == harness.base.user.id.uuidString.lowercased())
            #expect(access.audience == [harness.issuer.name])
            #expect(access["client_id"] == "app" && access["scope"] == "openid profile")
            #expect(access.id != nil && access["grant_id"] != nil)
            #expect(try await harness.auditKinds() == ["token.issued"])
        }
    }

    @Test("an ID token says who signed in, when, and beside which access token", arguments: ["ES256", "RS256"])
    func idToken(_ algorithm: String) async throws {
        try await withTokens { harness in
            try await harness.change("app") { $0.idTokenAlgorithm = algorithm }
            harness.time.advance(by: 30)
            let tokens = try await harness.tokens()
            let claims = try await harness.claims(
                try #require(tokens.idToken), type: "JWT", algorithm: try #require(.init(rawValue: algorithm)))
            #expect(claims.issuer == harness.issuer.name && claims.audience == ["app"])
            #expect(claims["nonce"] == "n-0S6" && claims["azp"] == nil && claims["acr"] == nil)
            #expect(claims["auth_time"]?.integer == Int64(harness.session.created.timeIntervalSince1970))
            #expect(claims["sid"]?.string == harness.session.handle)
            #expect(claims.expires == harness.time.now.addingTimeInterval(3600))
            let hash = try #require(Base64URL.decode(PKCE.challenge(of: tokens.accessToken.reveal()))).prefix(16)
            #expect(claims["at_hash"]?.string == Base64URL.encode(hash))
        }
    }

    @Test("without openid there is no ID token, without the refresh grant no refresh token")
    func less() async throws {
        try await withTokens { harness in
            #expect(try await harness.tokens(["scope": "profile"]).idToken == nil)
            #expect(try await harness.tokens(["nonce": nil]).idToken != nil)
            try await harness.change("app") { $0.grantTypes = [.authorizationCode] }
            let tokens = try await harness.tokens()
            #expect(tokens.refreshToken == nil)
            #expect(try await harness.isActive(tokens.accessToken))
        }
    }

    @Test(
        "one wrong parameter is refused, and the code is still good",
        arguments: [
            (["code_verifier": nil], OAuthError.Code.invalidGrant), (["code_verifier": ""], .invalidGrant),
            (["code_verifier": String(repeating: "a", count: 43)], .invalidGrant), (["code_verifier": "short"], .invalidGrant),
            (["code_verifier": TokenHarness.challenge], .invalidGrant),
            (["redirect_uri": nil], .invalidGrant), (["redirect_uri": ""], .invalidGrant),
            (["redirect_uri": "org.forgerock.demo://oauth2redirect"], .invalidGrant),
            (["code": nil], .invalidRequest), (["code": "AAAA"], .invalidGrant), (["code": ""], .invalidRequest),
            (["client_id": nil], .invalidClient), (["client_id": "nobody"], .invalidClient), (["client_id": "service"], .invalidClient),
            (["grant_type": nil], .invalidRequest), (["grant_type": "password"], .unsupportedGrantType),
            (["grant_type": "client_credentials"], .unauthorizedClient), (["grant_type": "refresh_token"], .invalidRequest),
            (["client_secret": "guess"], .invalidClient),
        ] as [([String: String?], OAuthError.Code)])
    func wrong(_ changes: [String: String?], _ expected: OAuthError.Code) async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            await #expect(throws: OAuthError(expected, "")) { try await harness.exchange(code, changes) }
            _ = try await harness.exchange(code)
        }
    }

    @Test("a parameter that stands twice is refused", arguments: ["code", "redirect_uri", "code_verifier", "client_id", "grant_type"])
    func duplicate(_ name: String) async throws {
        try await withTokens { harness in
            var form = FormBody([
                ("grant_type", "authorization_code"), ("client_id", "app"), ("code", try await harness.code()),
                ("redirect_uri", TokenHarness.redirect), ("code_verifier", TokenHarness.verifier),
            ])
            form.append(name, try form.value(name))
            await #expect(throws: OAuthError(.invalidRequest, "")) {
                try await harness.domain.oauth.tokens.tokens(
                    for: Tokens.Request(
                        form, credentials: try ClientCredentials(authorization: nil, form: form), realm: harness.realm,
                        issuer: harness.issuer, address: "192.0.2.1"))
            }
        }
    }

    @Test("another client's code is refused, and nothing is revoked by it")
    func otherClient() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            await #expect(throws: OAuthError(.invalidGrant, "")) {
                try await harness.exchange(code, ["client_id": nil], basic: TokenHarness.basic)
            }
            _ = try await harness.exchange(code)
        }
    }

    @Test("a code is refused from the moment it expires")
    func expiry() async throws {
        try await withTokens { harness in
            let (early, late) = (try await harness.code(), try await harness.code())
            harness.time.advance(by: 59)
            _ = try await harness.exchange(early)
            harness.time.advance(by: 1)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(late) }
        }
    }

    @Test("of parallel exchanges exactly one succeeds, across nodes too")
    func parallel() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            let other = harness.base.anotherNode()
            let request = try harness.request([
                ("grant_type", "authorization_code"), ("client_id", "app"), ("code", code), ("redirect_uri", TokenHarness.redirect),
                ("code_verifier", TokenHarness.verifier),
            ])
            let wins = await successes(16) { _ = try await (Bool.random() ? harness.domain : other).oauth.tokens.tokens(for: request) }
            #expect(wins == 1)
        }
    }

    @Test("a code used twice revokes what it gave")
    func reuse() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            let tokens = try await harness.exchange(code)
            #expect(try await harness.isActive(tokens.accessToken))
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(code) }
            #expect(try await !harness.isActive(tokens.accessToken))
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
            #expect(try await harness.auditKinds() == ["token.issued", "code.replayed"])
        }
    }

    @Test("a code dies with its session, its user and its application")
    func withdrawn() async throws {
        try await withTokens { harness in
            let ofSession = try await harness.code()
            _ = try await harness.domain.session.registry.end(harness.sessionToken, in: harness.realm.id)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(ofSession) }
        }
        try await withTokens { harness in
            let code = try await harness.code()
            try await harness.domain.directory.users.setStatus(.inactive, of: harness.base.user.id, in: harness.realm.id)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(code) }
        }
        try await withTokens { harness in
            let code = try await harness.code()
            try await harness.domain.directory.applications.delete("app", in: harness.realm.id)
            await #expect(throws: OAuthError(.invalidClient, "")) { try await harness.exchange(code) }
        }
    }

    @Test("a code is not a refresh token, nor the reverse")
    func confusion() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(Secret(code)) }
            let refresh = try #require(try await harness.exchange(code).refreshToken)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(refresh.reveal()) }
            _ = try await harness.refresh(refresh)
        }
    }

    @Test("another realm doesn't know the code")
    func otherRealm() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            let beta = try await harness.domain.directory.realms.create(try #require(RealmPath("beta")))
            try await harness.domain.directory.applications.create(
                Application(id: "app", realm: beta.id, settings: TokenHarness.publicSettings, secret: nil))
            let form = FormBody([
                ("grant_type", "authorization_code"), ("client_id", "app"), ("code", code), ("redirect_uri", TokenHarness.redirect),
                ("code_verifier", TokenHarness.verifier),
            ])
            await #expect(throws: OAuthError(.invalidGrant, "")) {
                try await harness.domain.oauth.tokens.tokens(
                    for: Tokens.Request(
                        form, credentials: try ClientCredentials(authorization: nil, form: form), realm: beta,
                        issuer: Issuer(name: "https://login.example.com/realms/beta"), address: "192.0.2.1"))
            }
        }
    }
}
