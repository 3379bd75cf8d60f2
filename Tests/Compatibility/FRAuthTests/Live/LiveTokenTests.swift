import ClientTesting
import Foundation
import FRAuth
import Primitives
import Testing

extension Documentation {
    @Suite("Against a server: token lifecycle")
    struct LiveTokens {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("tokens are kept, renewed when they are old, and bring the user's claims")
        func tokens() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let user = try #require(FRUser.currentUser)
                let first = try #require(user.token)
                #expect(first.tokenType == "Bearer" && first.refreshToken != nil && first.idToken != nil && !first.isExpired)
                harness.time.advance(by: 24 * 3600)
                #expect(first.isExpired)
                let renewed: Outcome<FRUser> = await answer { user.getAccessToken(completion: $0) }
                #expect(renewed.error == nil && user.token?.value != first.value)
                let second = user.token
                #expect(try user.refreshSync().token != second)
                let refreshed: Outcome<FRUser> = await answer { user.refresh(completion: $0) }
                let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                #expect(refreshed.error == nil && claims.result?.email == "demo.user@example.com" && claims.result?.givenName == "Demo")
            }
        }

        @Test("tokens are refreshed automatically when they are requested and their expiry is within the threshold")
        func threshold() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let first = try #require(FRUser.currentUser?.token)
                harness.time.advance(by: first.expiration.timeIntervalSince(harness.time.now) - 31)
                #expect(try FRUser.currentUser?.getAccessToken().token == first)
                harness.time.advance(by: 2)
                #expect(try FRUser.currentUser?.getAccessToken().token != first)
                #expect(live.wire.requests(to: "authorize").count == 1)
            }
        }

        @Test("if the refresh token can't be used, the session token starts a new OAuth 2.0 flow")
        func fallback() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let first = FRUser.currentUser?.token
                FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [RefreshSpoiler()])
                #expect(try FRUser.currentUser?.refreshSync().token != first)
                #expect(live.wire.requests(to: "authorize").count == 2)
            }
        }

        @Test("if the session has expired too, the app needs to authenticate the user again, and the tokens are removed")
        func expired() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let user = try #require(FRUser.currentUser)
                harness.time.advance(by: 91 * 24 * 3600)
                let result: Outcome<FRUser> = await answer { user.getAccessToken(completion: $0) }
                #expect(result.error as? AuthError == .userAuthenticationRequired && FRUser.currentUser?.token == nil)
            }
        }

        @Test("tokens that were obtained with another session are orphaned, and cleaned")
        func orphans() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let orphan = try #require(FRUser.currentUser?.token?.refreshToken)
                FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [QueryParamsAndHeaderRequestInterceptor()])
                let first: Outcome<Token> = await outcome {
                    FRSession.authenticate(authIndexValue: "sdkUsernamePasswordJourney", completion: $0)
                }
                let last: Outcome<Token> = try await #require(first.node).signIn()
                #expect(last.result != nil)
                #expect(try FRUser.currentUser?.getAccessToken().token?.refreshToken != orphan)
                #expect(live.wire.requests(to: "revoke").map { $0.form["token"] } == [orphan])
            }
        }

        @Test("logout revokes the tokens and the session, and cleans up locally", arguments: ["FRUser", "FRSession"])
        func logout(_ by: String) async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let refresh = try #require(FRUser.currentUser?.token?.refreshToken)
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                #expect(try await live.isAlive(session))
                if by == "FRUser" { FRUser.currentUser?.logout() } else { FRSession.currentSession?.logout() }
                #expect(FRUser.currentUser == nil && FRSession.currentSession == nil)
                try await live.waitForEnd(of: session)
                #expect(live.wire.requests(to: "revoke").first?.form["token"] == refresh)
            }
        }
    }
}

/// Makes refresh tokens useless on their way.
private struct RefreshSpoiler: RequestInterceptor {
    func intercept(request: Request, action: Action) -> Request {
        guard action.type == "REFRESH_TOKEN" else { return request }
        var body = request.bodyParams
        body["refresh_token"] = "spoiled"
        return Request(
            url: request.url, method: request.method, headers: request.headers, bodyParams: body, urlParams: request.urlParams,
            requestType: request.requestType, responseType: request.responseType, timeoutInterval: request.timeoutInterval)
    }
}
