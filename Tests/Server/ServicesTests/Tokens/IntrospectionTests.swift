import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Sessions
@testable import OAuth
@testable import Directory

@Suite("Introspection and revocation")
struct IntrospectionTests {
    @Test("a client learns of its own tokens and of those meant for it; of others only with the scope to see all")
    func whose() async throws {
        try await withTokens { harness in
            let own = try await harness.clientCredentials().accessToken.reveal()
            #expect(try await harness.introspect(own).claims["client_id"] == "service")
            let others = try await harness.tokens().accessToken.reveal()
            #expect(try await harness.introspect(others) == .inactive)
            try await harness.change("app") { $0.audiences = ["service"] }
            let meant = try await harness.tokens().accessToken.reveal()
            #expect(try await harness.introspect(meant).isActive)
            #expect(try await harness.introspect(others) == .inactive)
            try await harness.change("service") { $0.scopes += ["am-introspect-all-tokens"] }
            let answer = try await harness.introspect(others)
            #expect(answer.isActive && answer.claims["username"] == "demo" && answer.claims["token_type"] == "Bearer")
            #expect(answer.claims["scope"] == "openid profile" && answer.claims["iss"]?.string == harness.issuer.name)
        }
    }

    @Test("a public client, and nobody, may introspect")
    func callers() async throws {
        try await withTokens { harness in
            let token = try await harness.tokens().accessToken.reveal()
            for form in [[("token", token), ("client_id", "app")], [("token", token)]] {
                await #expect(throws: OAuthError(.invalidClient, "")) {
                    try await harness.domain.oauth.tokens.introspect(try harness.request(form))
                }
            }
            await #expect(throws: OAuthError(.invalidRequest, "")) {
                try await harness.domain.oauth.tokens.introspect(try harness.request([], basic: TokenHarness.basic))
            }
        }
    }

    @Test("what isn't a living token of this realm isn't active", arguments: ["x.y.z", "AAAA", "..", "eyJhbGciOiJub25lIn0.e30."])
    func garbage(_ text: String) async throws {
        try await withTokens { harness in
            let answer = try await harness.introspect(text)
            #expect(answer == .inactive)
        }
    }

    @Test("a token of another signer, realm or kind isn't active")
    func foreign() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            try await harness.change("service") { $0.defaultScopes = ["am-introspect-all-tokens"] }
            #expect(try await harness.introspect(try #require(tokens.idToken)) == .inactive)
            let claims = try await harness.claims(tokens.accessToken.reveal(), type: "at+jwt")
            let stranger = try SigningKey(try JWK.generate(.p256, random: SeededRandom(seed: 9)))
            #expect(try await harness.introspect(try JWT.sign(claims, with: stranger, type: "at+jwt")) == .inactive)
            let own = try await harness.domain.directory.keys.keys(of: harness.realm.id).signer(.es256, at: harness.time.now).signer
            var wrong = claims
            wrong.issuer = "https://elsewhere.example"
            #expect(try await harness.introspect(try JWT.sign(wrong, with: own, type: "at+jwt")) == .inactive)
            wrong = claims
            wrong["grant_id"] = "not a grant"
            #expect(try await harness.introspect(try JWT.sign(wrong, with: own, type: "at+jwt")) == .inactive)
            wrong["grant_id"] = .string("00000000-0000-4000-8000-000000000000")
            #expect(try await harness.introspect(try JWT.sign(wrong, with: own, type: "at+jwt")) == .inactive)
            wrong = claims
            wrong.issuer = harness.issuer.aliases[0]
            #expect(try await harness.introspect(try JWT.sign(wrong, with: own, type: "at+jwt")).isActive)
        }
    }

    @Test("activity ends with age, user, application, grant and key, also for a token that was looked at before")
    func ends() async throws {
        let endings: [@Sendable (TokenHarness) async throws -> Void] = [
            { $0.time.advance(by: 3600) },
            { try await $0.domain.directory.users.setStatus(.inactive, of: $0.base.user.id, in: $0.realm.id) },
            { try await $0.domain.directory.users.delete($0.base.user.id, in: $0.realm.id) },
            { try await $0.change("app") { $0.isEnabled = false } },
            { try await $0.domain.directory.applications.delete("app", in: $0.realm.id) },
            { _ = try await $0.domain.session.registry.end($0.sessionToken, in: $0.realm.id) },
            { harness in
                let key = try await harness.domain.directory.keys.keys(of: harness.realm.id).signer(.es256, at: harness.time.now)
                try await harness.domain.directory.keys.withdraw(key.id, in: harness.realm)
            },
        ]
        for ending in endings {
            try await withTokens { harness in
                let token = try await harness.tokens().accessToken
                #expect(try await harness.isActive(token))
                try await ending(harness)
                #expect(try await !harness.isActive(token))
            }
        }
    }

    @Test("a refresh token is active while it is the current one; a code never")
    func refreshTokens() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            #expect(try await !harness.isActive(Secret(code)))
            let first = try await harness.exchange(code)
            #expect(try await harness.isActive(first.refreshToken))
            let second = try await harness.refresh(first.refreshToken)
            #expect(try await !harness.isActive(first.refreshToken))
            #expect(try await harness.isActive(second.refreshToken))
            harness.time.advance(by: 604_800)
            #expect(try await !harness.isActive(second.refreshToken))
        }
    }

    @Test("revoking any token of a grant ends the grant")
    func revocation() async throws {
        for pick in [{ $0.accessToken }, { $0.refreshToken }] as [@Sendable (TokenResponse) -> Secret?] {
            try await withTokens { harness in
                let tokens = try await harness.tokens()
                let text = try #require(pick(tokens)).reveal()
                try await harness.revoke(text)
                #expect(try await !harness.isActive(tokens.accessToken))
                #expect(try await !harness.isActive(tokens.refreshToken))
                await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
                try await harness.revoke(text)
                #expect(try await harness.auditKinds() == ["token.issued", "token.revoked"])
            }
        }
    }

    @Test("a client's own token is revoked by its id")
    func ownToken() async throws {
        try await withTokens { harness in
            let (gone, kept) = (try await harness.clientCredentials().accessToken, try await harness.clientCredentials().accessToken)
            for _ in 0..<2 { try await harness.revoke(gone.reveal(), ["client_id": nil], basic: TokenHarness.basic) }
            #expect(try await !harness.isActive(gone))
            #expect(try await harness.isActive(kept))
            #expect(try await harness.auditKinds() == ["token.revoked"])
        }
    }

    @Test("another client's token is not revoked; an unknown one is no error")
    func others() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            for token in [tokens.accessToken, try #require(tokens.refreshToken)] {
                await #expect(throws: OAuthError(.unauthorizedClient, "")) {
                    try await harness.revoke(token.reveal(), ["client_id": nil], basic: TokenHarness.basic)
                }
            }
            #expect(try await harness.isActive(tokens.accessToken))
            try await harness.revoke("no token at all")
            await #expect(throws: OAuthError(.invalidRequest, "")) { try await harness.revoke("", [:]) }
            await #expect(throws: OAuthError(.invalidClient, "")) { try await harness.revoke("x", ["client_id": "service"]) }
        }
    }
}
