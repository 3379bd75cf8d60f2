import ClientTesting
import DeviceFoundation
import Directory
@testable import FRAuth
import Foundation
import ServerTesting
import Services
import Testing

extension Documentation {
    @Suite("Against a server: single sign-on between apps by a keychain access group")
    struct LiveSharedSessions {
        private let harness: Harness
        private let phone = Phone()

        init() throws { harness = try Harness() }

        /// Runs two apps of a phone, each with a client of its own at the server.
        private func live(_ body: (_ live: LiveServer, _ launch: (String) throws -> Void) async throws -> Void) async throws {
            try await harness.live { live in
                var settings = ApplicationSettings()
                settings.redirectURIs = ["frauth://com.example.shop"]
                settings.scopes = ["openid", "profile"]
                settings.defaultScopes = ["openid"]
                try await live.server.domain.directory.applications.create(
                    Application(id: "shop", realm: live.realm.id, settings: settings, secret: nil))
                try await body(live) { app in
                    let options = live.options
                    (options.keychainAccessGroup, options.authServiceName) = (Phone.group, "sdkUsernamePasswordJourney")
                    if app == "shop" {
                        (options.oauthClientId, options.oauthScope) = ("shop", "openid profile")
                        options.oauthRedirectUri = "frauth://com.example.shop"
                    }
                    try phone.launch(app, with: options, isSealed: true)
                }
            }
        }

        private func signIn() async throws {
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let second: Outcome<FRUser> = try await #require(first.node).signIn()
            _ = try #require(second.result)
        }

        private func subject() async throws -> String? {
            let user = try #require(FRUser.currentUser)
            let told: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
            return told.result?.sub
        }

        @Test("one login signs both apps in: the second one gets tokens of its own for the same user, without asking them")
        func oneLogin() async throws {
            try await live { live, launch in
                try launch("bank")
                try await signIn()
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                let (tokens, user, device) = (FRUser.currentUser?.token, try await subject(), FRDevice.currentDevice?.identifier)
                #expect(tokens != nil && user != nil && device?.isEmpty == false)

                try launch("shop")
                #expect(FRSession.currentSession?.sessionToken?.value == session)
                let own = try #require(try FRUser.currentUser?.getAccessToken().token)
                #expect(own.value != tokens?.value && !own.scope.contains("email"))
                #expect(try await subject() == user && FRDevice.currentDevice?.identifier == device)
                #expect(live.wire.requests(to: "/authenticate").count == 2, "the login of the first app alone")

                try launch("bank")
                #expect(FRUser.currentUser?.token == tokens && FRDevice.currentDevice?.identifier == device)
                #expect(try await live.isAlive(session), "neither start ends what the other app uses")
            }
        }

        @Test("a logout in one app ends the session of both, at the server too")
        func logout() async throws {
            try await live { live, launch in
                try launch("bank")
                try await signIn()
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                try launch("shop")
                let token = try #require(try FRUser.currentUser?.getAccessToken())
                #expect(token.token != nil)
                FRUser.currentUser?.logout()
                #expect(FRSession.currentSession == nil && FRUser.currentUser == nil)
                try await live.waitForEnd(of: session)

                try launch("bank")
                #expect(FRSession.currentSession == nil)
                let again: Outcome<AccessToken> = await answer { done in
                    guard let user = FRUser.currentUser else { return done(nil, AuthError.userAuthenticationRequired) }
                    user.refresh { done($0?.token, $1) }
                }
                #expect(again.result == nil && again.error != nil, "its refresh token went with the session")
            }
        }
    }
}
