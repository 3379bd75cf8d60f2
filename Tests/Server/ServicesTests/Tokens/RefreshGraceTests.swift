import Foundation
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import OAuth
@testable import Sessions
@testable import Directory
@testable import Foundations

@Suite("The setting refreshGrace: a spent refresh token is answered once more (docs/decisions/0116-a-grace-that-clients-ask-for.md)")
struct RefreshGraceTests {
    private func withGrace(_ seconds: Int? = 30, _ body: (TokenHarness) async throws -> Void) async throws {
        try await withTokens { harness in
            try await harness.change("app") { $0.refreshGrace = seconds }
            try await harness.change("service") { $0.refreshGrace = seconds }
            // Whole milliseconds are what the store keeps; no real clock stands on one.
            harness.time.advance(by: 0.0004)
            try await body(harness)
        }
    }

    @Test("within the time the same answer, and what came of it stays good; afterwards it is reuse")
    func again() async throws {
        try await withGrace { harness in
            let first = try await harness.tokens()
            let second = try await harness.refresh(first.refreshToken)
            harness.time.advance(by: 29.99)
            var repeated = try await harness.refresh(first.refreshToken)
            #expect(repeated.expiresIn == second.expiresIn.map { $0 - 29 })
            repeated.expiresIn = second.expiresIn
            #expect(repeated == second)
            let third = try await harness.refresh(second.refreshToken)
            #expect(try await harness.isActive(third.accessToken))
            #expect(
                try await harness.auditKinds() == ["token.issued", "token.refreshed", "refresh.repeated", "token.refreshed"])
            harness.time.advance(by: 0.02)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken) }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(third.refreshToken) }
            #expect(try await !harness.isActive(third.accessToken))
            #expect(try await harness.auditKinds().last == "refresh.replayed")
        }
    }

    @Test("a token that was spent before the last one has its answer, too, for as long")
    func chain() async throws {
        try await withGrace { harness in
            let first = try await harness.tokens()
            let second = try await harness.refresh(first.refreshToken)
            let third = try await harness.refresh(second.refreshToken)
            #expect(try await harness.refresh(first.refreshToken) == second)
            #expect(try await harness.refresh(second.refreshToken) == third)
            _ = try await harness.refresh(third.refreshToken)
        }
    }

    @Test("scopes are a set: in another order, or spelled out where the other request left them to the grant, it is the same request")
    func order() async throws {
        for (one, other) in [("openid profile", "profile openid"), (nil, "profile openid"), ("openid profile", ""), ("", nil)]
            as [(
                String?, String?
            )]
        {
            try await withGrace { harness in
                let first = try await harness.tokens()
                let second = try await harness.refresh(first.refreshToken, ["scope": one])
                #expect(try await harness.refresh(first.refreshToken, ["scope": other]) == second)
                #expect(try await harness.isActive(second.accessToken))
            }
        }
    }

    @Test("parallel refreshes all get one answer")
    func parallel() async throws {
        try await withGrace { harness in
            let token = try await harness.tokens().refreshToken
            let answers = await withTaskGroup(of: TokenResponse?.self) { group in
                for _ in 0..<12 { group.addTask { try? await harness.refresh(token) } }
                return await group.reduce(into: [TokenResponse?]()) { $0.append($1) }
            }
            let first = try #require(answers[0])
            #expect(answers.count == 12 && answers.allSatisfy { $0 == first })
            #expect(try await harness.isActive(first.accessToken))
        }
    }

    @Test("without the setting, or once it is taken away, there is none", arguments: [nil, 0, 30])
    func off(_ seconds: Int?) async throws {
        try await withGrace(seconds) { harness in
            let first = try await harness.tokens()
            _ = try await harness.refresh(first.refreshToken)
            try await harness.change("app") { $0.refreshGrace = seconds == 0 ? 0 : nil }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken) }
            #expect(try await harness.auditKinds().last == "refresh.replayed")
        }
    }

    @Test("the setting has bounds", arguments: [-1, 301])
    func bounds(_ seconds: Int) async throws {
        try await withTokens { harness in
            await #expect(throws: DomainError(.invalid, "")) { try await harness.change("app") { $0.refreshGrace = seconds } }
        }
    }

    @Test("another client's, another scope, a code, a revoked grant, a session that ended: nothing is answered again")
    func others() async throws {
        try await withGrace { harness in
            let first = try await harness.tokens()
            _ = try await harness.refresh(first.refreshToken)
            await #expect(throws: OAuthError(.invalidGrant, "")) {
                try await harness.refresh(first.refreshToken, ["client_id": nil], basic: TokenHarness.basic)
            }
            // That ended nothing: the token isn't that client's.
            _ = try await harness.refresh(first.refreshToken)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken, ["scope": "profile"]) }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken) }

            let code = try await harness.code()
            _ = try await harness.exchange(code)
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.exchange(code) }

            let revoked = try await harness.tokens()
            let next = try await harness.refresh(revoked.refreshToken)
            try await harness.revoke(try #require(next.refreshToken).reveal())
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(revoked.refreshToken) }
        }
    }

    @Test("an answer is given again sixteen times, and four of a grant are kept; what is older is swept")
    func bounded() async throws {
        try await withGrace { harness in
            let first = try await harness.tokens()
            _ = try await harness.refresh(first.refreshToken)
            for _ in 0..<SpentAnswers.mostRepeats { _ = try await harness.refresh(first.refreshToken) }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(first.refreshToken) }

            var tokens = try await harness.tokens()
            let oldest = tokens.refreshToken
            for _ in 0..<10 { tokens = try await harness.refresh(tokens.refreshToken) }
            #expect(try await Self.rows(harness).count == 1 + Int(SpentAnswers.mostKept))
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(oldest) }
            harness.time.advance(by: 31)
            try await harness.domain.platform.forgetExpired()
            #expect(try await Self.rows(harness).isEmpty)
        }
    }

    @Test("the database alone doesn't tell an answer, and one that was moved or changed there isn't given")
    func sealed() async throws {
        try await withGrace { harness in
            let first = try await harness.tokens()
            let second = try await harness.refresh(first.refreshToken)
            let sealed = try #require(try await Self.rows(harness).first)
            for token in [second.accessToken.reveal(), try #require(second.refreshToken).reveal(), try #require(second.idToken)] {
                #expect(!sealed.contains(Array(token.utf8)))
            }
            let other = try await harness.tokens()
            _ = try await harness.refresh(other.refreshToken)
            try await harness.base.database.write { transaction in
                _ = try transaction.execute("UPDATE refresh_answers SET sealed = ?1", sealed)
            }
            await #expect(throws: OAuthError(.invalidGrant, "")) { try await harness.refresh(other.refreshToken) }
            _ = try await harness.refresh(first.refreshToken)
        }
    }

    private static func rows(_ harness: TokenHarness) async throws -> [[UInt8]] {
        try await harness.base.database.read { transaction in
            try transaction.rows("SELECT sealed FROM refresh_answers", values: []).map { try $0.blob("sealed") }
        }
    }
}
