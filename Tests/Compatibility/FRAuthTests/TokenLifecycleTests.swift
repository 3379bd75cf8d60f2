import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Testing

extension Documentation {
    @Suite("Token lifecycle")
    struct TokenLifecycle {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("if the network is unavailable, the tokens are removed from local storage")
        func offlineLogout() async throws {
            try await harness.signIn()
            harness.server.change { $0.isDown = true }
            FRUser.currentUser?.logout()
            #expect(FRUser.currentUser == nil)
            #expect(await harness.store.keys(in: "tokens") == [])
            #expect(await harness.store.keys(in: "session") == [])
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
