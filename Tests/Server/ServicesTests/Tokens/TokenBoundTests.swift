import Foundation
import Foundations
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Directory
@testable import OAuth
@testable import Services

@Suite("Bounds of what is kept for authorization requests and grants")
struct TokenBoundTests {
    private func push(_ harness: TokenHarness, _ changes: [String: String?] = [:]) async throws -> String {
        let form = harness.authorizationForm(changes)
        return try await harness.domain.oauth.authorization.push(
            form, credentials: try ClientCredentials(authorization: nil, form: form), in: harness.realm, issuer: harness.issuer,
            from: "192.0.2.1"
        ).requestURI
    }

    private func open(_ uri: String, _ harness: TokenHarness) async throws {
        _ = try await harness.domain.oauth.authorization.respond(
            to: FormBody([("client_id", "app"), ("request_uri", uri)]), session: nil, in: harness.realm, issuer: harness.issuer)
    }

    @Test("a pushed request is extended once, however often anyone opens it")
    func once() async throws {
        try await withTokens { harness in
            let uri = try await push(harness)
            for _ in 0..<3 {
                try await open(uri, harness)
                harness.time.advance(by: 590)
            }
            harness.time.advance(by: 31)
            await #expect(throws: OAuthError(.invalidRequestURI, "")) { try await open(uri, harness) }
            try await harness.domain.platform.forgetExpired()
            let kept = try await harness.base.database.read { try $0.row("SELECT COUNT(*) AS count FROM pushed_requests")?.int("count") }
            #expect(kept == 0)
        }
    }

    @Test("a pushed request has a greatest length, and an address so many bytes in a minute")
    func bytes() async throws {
        try await withTokens({ $0[BoundsSettings.self].keptBytesPerAddressAndMinute = 8192 }) { harness in
            await #expect(throws: OAuthError(.invalidRequest, "")) {
                try await push(harness, ["state": String(repeating: "x", count: PushedRequests.longest)])
            }
            var pushed = 0
            for _ in 0..<20 {
                do { _ = try await push(harness, ["state": String(repeating: "x", count: 1500)]) } catch is PasswordError { continue }
                pushed += 1
            }
            #expect((2...4).contains(pushed))
            harness.time.advance(by: 60)
            _ = try await push(harness)
        }
    }

    @Test("a user's refreshes at one application have a quota, and a token that was refused for it is good again")
    func refreshes() async throws {
        try await withTokens({ $0[BoundsSettings.self].tokensPerUserAndMinute = 3 }) { harness in
            var tokens = try await harness.tokens()
            for _ in 0..<3 { tokens = try await harness.refresh(tokens.refreshToken) }
            let held = tokens
            await #expect(throws: PasswordError(.throttled, "")) { _ = try await harness.refresh(held.refreshToken) }
            #expect(try await harness.auditKinds().count { $0 == "token.refreshed" } == 3)
            harness.time.advance(by: 60)
            _ = try await harness.refresh(held.refreshToken)
        }
    }

    @Test("of refreshes that come at once no more are answered than the quota has; the others' tokens are good again")
    func concurrentRefreshes() async throws {
        try await withTokens({ $0[BoundsSettings.self].tokensPerUserAndMinute = 5 }) { harness in
            var tokens: [Secret?] = []
            for number in 0..<8 {
                if number == 4 { harness.time.advance(by: 60) }
                tokens.append(try await harness.tokens().refreshToken)
            }
            harness.time.advance(by: 60)
            let refused = try await withThrowingTaskGroup(of: Secret?.self) { group in
                for token in tokens {
                    group.addTask {
                        do {
                            _ = try await harness.refresh(token)
                            return nil
                        } catch is PasswordError { return token }
                    }
                }
                return try await group.reduce(into: [Secret]()) { if let token = $1 { $0.append(token) } }
            }
            #expect(refused.count == 3)
            harness.time.advance(by: 60)
            for token in refused { _ = try await harness.refresh(token) }
        }
    }

    @Test("a user's codes at one application have a quota")
    func codes() async throws {
        try await withTokens({ $0[BoundsSettings.self].tokensPerUserAndMinute = 3 }) { harness in
            for _ in 0..<3 { _ = try await harness.code() }
            await #expect(throws: PasswordError(.throttled, "")) { _ = try await harness.code() }
            harness.time.advance(by: 60)
            _ = try await harness.code()
        }
    }

    @Test("of more grants than a user may have at one application the oldest end; codes that wait end none of them")
    func grants() async throws {
        try await withTokens({ $0[BoundsSettings.self].grantsPerUserAndApplication = 2 }) { harness in
            var all: [TokenResponse] = []
            for _ in 0..<2 {
                all.append(try await harness.tokens())
                harness.time.advance(by: 1)
            }
            for _ in 0..<5 { _ = try await harness.code() }
            for index in all.indices { all[index] = try await harness.refresh(all[index].refreshToken) }
            harness.time.advance(by: 1)
            all.append(try await harness.tokens())
            let (first, second, third) = (all[0], all[1], all[2])
            await #expect(throws: OAuthError(.invalidGrant, "")) { _ = try await harness.refresh(first.refreshToken) }
            _ = try await harness.refresh(second.refreshToken)
            _ = try await harness.refresh(third.refreshToken)
            #expect(try await harness.auditKinds().count { $0 == "grant.displaced" } == 1)
            let codes = try await harness.base.database.read {
                try $0.row("SELECT COUNT(*) AS count FROM grants WHERE generation = 0")?.int("count")
            }
            #expect(codes == 1)
        }
    }
}
