import Primitives
import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import Testing

extension Documentation {
    @Suite("Single sign-on between apps by a keychain access group")
    struct SharedSessions {
        private let harness: Harness
        private let phone = Phone()

        init() throws { harness = try Harness() }

        private func launch(_ app: String, client: String, group: String? = Phone.group, isSealed: Bool = false) throws {
            let options = Harness.options
            (options.oauthClientId, options.keychainAccessGroup) = (client, group)
            try phone.launch(app, with: options, isSealed: isSealed)
        }

        private func signIn() async throws {
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let second: Outcome<FRUser> = try await #require(first.node).signIn()
            _ = try #require(second.result)
        }

        @Test("a second app has the first one's session and gets tokens of its own; neither's start takes anything from the other")
        func shared() async throws {
            try launch("one", client: "firstClient")
            try await signIn()
            let session = FRSession.currentSession?.sessionToken
            let tokens = FRUser.currentUser?.token
            let device = FRDevice.currentDevice?.identifier
            #expect(session != nil && tokens != nil)

            try launch("two", client: "secondClient")
            #expect(FRSession.currentSession?.sessionToken == session && FRUser.currentUser != nil && FRUser.currentUser?.token == nil)
            #expect(FRDevice.currentDevice?.identifier == device)
            let own = try FRUser.currentUser?.getAccessToken().token
            #expect(own != nil && own != tokens)

            try launch("one", client: "firstClient")
            #expect(FRUser.currentUser?.token == tokens)
            #expect(harness.server.sessions.count == 1 && harness.server.revoked.isEmpty)
        }

        @Test("a changed client takes the app's own tokens, and leaves the session to the others")
        func changed() async throws {
            try launch("one", client: "firstClient")
            try await signIn()
            try launch("one", client: "thirdClient")
            #expect(FRUser.currentUser?.token == nil && FRSession.currentSession != nil)
            try await harness.eventually { [server = harness.server] in server.revoked.count == 1 }
            #expect(harness.server.sessions.count == 1 && harness.server.requests(to: "endSession").isEmpty)
        }

        @Test("who signs out in one app is signed out in the other")
        func signedOut() async throws {
            try launch("one", client: "firstClient")
            try await signIn()
            try launch("two", client: "secondClient")
            FRUser.currentUser?.logout()
            try await harness.eventually { [server = harness.server] in server.sessions.isEmpty }
            try launch("one", client: "firstClient")
            #expect(FRSession.currentSession == nil)
        }

        @Test("a group that the app wasn't signed for stops the start, and says which")
        func foreign() throws {
            #expect(throws: ConfigError.invalidAccessGroup("com.example.foreign")) {
                try launch("one", client: "firstClient", group: "com.example.foreign")
            }
            #expect(throws: ConfigError.invalidSDKState) { try SDK.runtime() }
        }

        @Test("neither session nor tokens can be read in the keychain beneath, and both apps open what is shared")
        func sealed() async throws {
            try launch("one", client: "firstClient", isSealed: true)
            try await signIn()
            let session = try #require(FRSession.currentSession?.sessionToken?.value)
            let token = try #require(FRUser.currentUser?.token?.value)
            let texts = phone.keychain.all.values.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
            #expect(!texts.isEmpty && !texts.contains { $0.contains(session) || $0.contains(token) || $0.contains("iPlanet") })
            try launch("two", client: "secondClient", isSealed: true)
            #expect(FRSession.currentSession?.sessionToken?.value == session)
        }

        @Test("without a group, apps share nothing")
        func apart() async throws {
            try launch("one", client: "firstClient", group: nil)
            try await signIn()
            try launch("two", client: "secondClient", group: nil)
            #expect(FRUser.currentUser == nil && harness.server.sessions.count == 1)
        }
    }
}
