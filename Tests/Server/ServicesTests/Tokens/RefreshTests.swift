import Foundation
import Foundations
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Sessions
@testable import Directory

@Suite("Refresh tokens")
struct RefreshTests {
    @Test("a refresh gives new tokens and the next refresh token, again and again")
    func rotation() async throws {
        try await withTokens { harness in
            var tokens = try await harness.tokens()
            for _ in 0..<5 {
                let next = try await harness.refresh(tokens.refreshToken, ["response_type": "token"])
                #expect(next.refreshToken != tokens.refreshToken && next.accessToken != tokens.accessToken)
                #expect(next.scope == "openid profile" && next.idToken != nil)
                tokens = next
            }
            let claims = try await harness.claims(try #require(tokens.idToken), type: "JWT")
            #expect(claims["auth_time"]?.integer == Int64(harness.session.created.timeIntervalSince1970))
        }
    }

    @Test("a refresh token used twice ends the whole grant")
    func reuse() async throws {
        try await withTokens { harness in
            let first = try await harness.tokens()
            let second = try await harness.refresh(first.refreshToken)
            let third = try await harness.refresh(second.refreshToken)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken) }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(third.refreshToken) }
            for tokens in [first, second, third] { #expect(try await !harness.isActive(tokens.accessToken)) }
            #expect(try await harness.auditKinds() == ["token.issued", "token.refreshed", "token.refreshed", "refresh.replayed"])
        }
    }

    @Test("of parallel refreshes exactly one succeeds")
    func parallel() async throws {
        try await withTokens { harness in
            let token = try await harness.tokens().refreshToken
            #expect(await successes(16) { _ = try await harness.refresh(token) } == 1)
            #expect(await successes(4) { _ = try await harness.refresh(token) } == 0)
        }
    }

    @Test("a refresh may narrow the scope, for once, and never widen it")
    func scope() async throws {
        try await withTokens { harness in
            let first = try await harness.tokens()
            let narrow = try await harness.refresh(first.refreshToken, ["scope": "profile"])
            #expect(narrow.scope == "profile" && narrow.idToken == nil)
            await #expect(throws: OAuthError(.invalidScope, "")) {
                try await harness.refresh(narrow.refreshToken, ["scope": "openid email"])
            }
            await #expect(throws: OAuthError(.invalidScope, "")) {
                try await harness.refresh(narrow.refreshToken, ["scope": String(repeating: "x", count: 2049)])
            }
            #expect(try await harness.refresh(narrow.refreshToken).scope == "openid profile")
        }
    }

    @Test(
        "a refresh token is its client's alone, and must be whole",
        arguments: [
            ["client_id": "service"], ["refresh_token": nil], ["refresh_token": ""], ["refresh_token": "AAAA"],
            ["refresh_token": String(repeating: "A", count: 75)], ["client_id": "nobody"],
        ] as [[String: String?]])
    func wrong(_ changes: [String: String?]) async throws {
        try await withTokens { harness in
            let token = try await harness.tokens().refreshToken
            await #expect(throws: OAuthError.self) { try await harness.refresh(token, changes) }
            await #expect(throws: OAuthError(.invalidGrant, "")) {
                try await harness.refresh(token, ["client_id": nil], basic: TokenHarness.basic)
            }
            _ = try await harness.refresh(token)
        }
    }

    @Test("it expires when it lies unused, and with its grant however often it is used")
    func expiry() async throws {
        try await withTokens({ ($0[TokenSettings.self].refreshTokenLifetime, $0[TokenSettings.self].grantLifetime) = (1000, 2500) }) {
            harness in
            var tokens = try await harness.tokens()
            harness.time.advance(by: 999)
            tokens = try await harness.refresh(tokens.refreshToken)
            harness.time.advance(by: 999)
            tokens = try await harness.refresh(tokens.refreshToken)
            harness.time.advance(by: 501)
            // 2499 seconds in: the grant has one left, and so has what is issued now.
            tokens = try await harness.refresh(tokens.refreshToken)
            #expect(tokens.expiresIn ?? 0 > 1)
            harness.time.advance(by: 1200)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
        }
        try await withTokens({ $0[TokenSettings.self].refreshTokenLifetime = 1000 }) { harness in
            let tokens = try await harness.tokens()
            harness.time.advance(by: 1000)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
        }
    }

    @Test("it outlives the session's end by age, and with offline_access the logout too")
    func sessions() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            harness.time.advance(by: 10_000)
            try await harness.domain.platform.forgetExpired()
            let next = try await harness.refresh(tokens.refreshToken)
            _ = try await harness.domain.session.registry.end(harness.sessionToken, in: harness.realm.id)
            _ = try await harness.refresh(next.refreshToken)
        }
        try await withTokens { harness in
            let bound = try await harness.tokens()
            let offline = try await harness.tokens(["scope": "openid offline_access"])
            #expect(try await harness.domain.session.registry.end(harness.sessionToken, in: harness.realm.id))
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(bound.refreshToken) }
            #expect(try await !harness.isActive(bound.accessToken))
            _ = try await harness.refresh(offline.refreshToken)
        }
    }

    @Test("with implied consent an application has offline access only where its administrator has given it the scope")
    func impliedOffline() async throws {
        try await withTokens { harness in
            try await harness.change("app") { $0.scopes = ["openid", "profile"] }
            #expect(try await harness.answer(["scope": "openid offline_access"]).value("error") == "invalid_scope")
            // Nor by asking for the question, which implied consent answers.
            let asking = try await harness.answer(["scope": "openid offline_access", "prompt": "consent"])
            #expect(try asking.value("error") == "invalid_scope")
        }
    }

    @Test("it dies with its user and its application")
    func withdrawn() async throws {
        try await withTokens { harness in
            let tokens = try await harness.tokens()
            try await harness.change("app") { $0.isEnabled = false }
            await #expect(throws: OAuthError(.invalidClient, "")) { try await harness.refresh(tokens.refreshToken) }
            try await harness.change("app") {
                $0.isEnabled = true; $0.grantTypes = [.authorizationCode]
            }
            await #expect(throws: OAuthError(.unauthorizedClient, "")) { try await harness.refresh(tokens.refreshToken) }
            try await harness.change("app") { $0.grantTypes = [.authorizationCode, .refreshToken] }
            try await harness.domain.directory.users.setStatus(.inactive, of: harness.base.user.id, in: harness.realm.id)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
            try await harness.domain.directory.users.delete(harness.base.user.id, in: harness.realm.id)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(tokens.refreshToken) }
        }
    }

    @Test("the database holds nothing of a code or a refresh token")
    func atRest() async throws {
        try await withTokens { harness in
            let code = try await harness.code()
            let refresh = try #require(try await harness.exchange(code).refreshToken).reveal()
            let rows = try await harness.base.database.read { try $0.rows("SELECT * FROM grants") }
            let text = "\(rows)"
            #expect(rows.count == 1 && !text.contains(code) && !text.contains(refresh))
        }
    }
}
