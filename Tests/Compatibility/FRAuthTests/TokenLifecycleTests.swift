import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Primitives
import Testing

extension Documentation {
    @Suite("Token lifecycle")
    struct TokenLifecycle {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func accessToken() async throws -> String {
            let user = try #require(FRUser.currentUser)
            let result: Outcome<FRUser> = await answer { user.getAccessToken(completion: $0) }
            return try #require(result.result?.token?.value)
        }

        @Test("tokens are refreshed when they are requested and their expiry is within the threshold")
        func threshold() async throws {
            try await harness.signIn()
            let first = try await accessToken()
            harness.time.advance(by: 3569)
            #expect(try await accessToken() == first)
            harness.time.advance(by: 1)
            #expect(try await accessToken() != first)
            #expect(harness.server.requests(to: "authorize").count == 1)
        }

        @Test("the call that waits does the same")
        func waiting() async throws {
            try await harness.signIn()
            let first = FRUser.currentUser?.token
            harness.time.advance(by: 3600)
            #expect(first?.isExpired == true)
            #expect(try FRUser.currentUser?.getAccessToken().token != first)
            let second = FRUser.currentUser?.token
            #expect(try FRUser.currentUser?.refreshSync().token != second)
        }

        @Test("without a usable refresh token, the session starts a new OAuth 2.0 flow")
        func fallback() async throws {
            try await harness.signIn()
            harness.server.change { $0.refreshTokens = [] }
            harness.time.advance(by: 3600)
            _ = try await accessToken()
            #expect(harness.server.requests(to: "authorize").count == 2)
        }

        @Test("if the session has expired, the app needs to re-authenticate the user, and the tokens are removed")
        func expired() async throws {
            try await harness.signIn()
            let user = try #require(FRUser.currentUser)
            harness.server.change {
                $0.sessions = []
                $0.refreshTokens = []
            }
            let result: Outcome<FRUser> = await answer { user.refresh(completion: $0) }
            #expect(result.error as? AuthError == .userNotAuthenticated)
            #expect(FRUser.currentUser == nil)
        }

        @Test("tokens of another session are orphaned, and cleaned")
        func orphans() async throws {
            try await harness.signIn()
            let orphan = try #require(FRUser.currentUser?.token?.refreshToken)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let node = try #require(first.node)
            (node.callbacks.first as? NameCallback)?.setValue("demo")
            (node.callbacks.last as? PasswordCallback)?.setValue("Ch4ng3it!")
            let last: Outcome<Token> = await outcome { node.next(completion: $0) }
            #expect(last.result != nil)
            _ = try await accessToken()
            #expect(harness.server.revoked == [orphan])
        }

        @Test("logout revokes the tokens and the session, and cleans up locally")
        func logout() async throws {
            try await harness.signIn()
            FRUser.currentUser?.logout()
            #expect(FRUser.currentUser == nil)
            try await harness.eventually { [server = harness.server] in server.sessions.isEmpty && server.revoked.count == 1 }
            #expect(harness.server.requests(to: "endSession").count == 1)
        }

        @Test("if the network is unavailable, the tokens are removed from local storage")
        func offlineLogout() async throws {
            try await harness.signIn()
            harness.server.change { $0.isDown = true }
            FRUser.currentUser?.logout()
            #expect(FRUser.currentUser == nil)
            #expect(await harness.store.keys(in: "tokens") == [])
            #expect(await harness.store.keys(in: "session") == [])
        }

        @Test("the session logs out too")
        func sessionLogout() async throws {
            try await harness.signIn()
            FRSession.currentSession?.logout()
            #expect(FRSession.currentSession == nil)
            try await harness.eventually { [server = harness.server] in server.sessions.isEmpty }
        }

        @Test("the claims about the user")
        func userInfo() async throws {
            try await harness.signIn()
            let user = try #require(FRUser.currentUser)
            let result: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
            #expect(result.result?.sub == "demo")
            #expect(result.result?.name == "Demo")
            #expect(result.result?.userInfo["name"] as? String == "Demo")
        }

        @Test("nothing secret is printed with a description")
        func descriptions() async throws {
            try await harness.signIn()
            let token = try #require(FRUser.currentUser?.token)
            #expect(!"\(token)".contains(token.value))
            #expect(!"\(try #require(FRSession.currentSession?.sessionToken))".contains("session-1"))
        }

        @Test("waiting calls don't starve: many at once come to an end")
        func manyWaiting() async throws {
            try await harness.signIn()
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<32 { group.addTask { FRUser.currentUser?.token != nil } }
                for await found in group { #expect(found) }
            }
        }
    }
}
