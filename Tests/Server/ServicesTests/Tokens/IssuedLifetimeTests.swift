import Foundation
import JOSE
import OAuthMessages
import Primitives
import Testing
@testable import Services
@testable import OAuth
@testable import Directory

@Suite("The lifetimes of what a realm issues")
struct IssuedLifetimeTests {
    @Test("a code's", arguments: [(9.0, true), (10, false)])
    func code(_ waited: TimeInterval, _ isGood: Bool) async throws {
        try await withTokens {
            $0[AuthorizationSettings.self].codeLifetime = 10
        } _: { harness in
            let code = try await harness.code()
            harness.time.advance(by: waited)
            #expect(await successes(1) { _ = try await harness.exchange(code) } == (isGood ? 1 : 0))
        }
    }

    @Test("an access token's, whoever it is for, unless the application has its own")
    func accessToken() async throws {
        try await withTokens {
            $0[TokenSettings.self].accessTokenLifetime = 120
        } _: { harness in
            let tokens = try await harness.tokens()
            #expect(tokens.expiresIn == 120)
            let claims = try await harness.claims(tokens.accessToken.reveal(), type: "at+jwt")
            #expect(claims.expires == harness.time.now.addingTimeInterval(120))
            #expect(try await harness.clientCredentials().expiresIn == 120)
            harness.time.advance(by: 119)
            #expect(try await harness.isActive(tokens.accessToken))
            harness.time.advance(by: 1)
            #expect(try await !harness.isActive(tokens.accessToken))
            try await harness.change("app") { $0.accessTokenLifetime = 30 }
            #expect(try await harness.tokens().expiresIn == 30)
        }
    }

    @Test("an ID token's")
    func idToken() async throws {
        try await withTokens {
            $0[TokenSettings.self].idTokenLifetime = 90
        } _: { harness in
            let token = try #require(try await harness.tokens().idToken)
            let claims = try await harness.claims(token, type: "JWT")
            #expect(claims.expires == harness.time.now.addingTimeInterval(90))
        }
    }

    @Test("a pushed request's (RFC 9126 §2.2)", arguments: [(19.0, true), (20, false)])
    func pushedRequest(_ waited: TimeInterval, _ isGood: Bool) async throws {
        try await withTokens {
            $0[AuthorizationSettings.self].pushedRequestLifetime = 20
        } _: { harness in
            let form = harness.authorizationForm()
            let pushed = try await harness.domain.oauth.authorization.push(
                form, credentials: try ClientCredentials(authorization: nil, form: form), in: harness.realm, issuer: harness.issuer,
                from: "192.0.2.1")
            #expect(pushed.expiresIn == 20)
            harness.time.advance(by: waited)
            let uses = await successes(1) {
                _ = try await harness.domain.oauth.authorization.respond(
                    to: FormBody([("client_id", "app"), ("request_uri", pushed.requestURI)]), session: harness.sessionToken,
                    in: harness.realm, issuer: harness.issuer)
            }
            #expect(uses == (isGood ? 1 : 0))
        }
    }
}
