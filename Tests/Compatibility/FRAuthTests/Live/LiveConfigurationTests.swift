import DeviceFoundation
import Foundation
import ServerTesting
import FRAuth
import Testing

extension Documentation {
    @Suite("Against a server: configuration")
    struct LiveConfiguration {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("iOS example: the example's options, with the tenant's cookie name; both journeys run")
        func example() async throws {
            try await harness.live(["session-cookie": "46b42b4229cd7a3"]) { live in
                let options = FROptions(
                    url: live.base,
                    realm: "alpha",
                    cookieName: "46b42b4229cd7a3",
                    oauthClientId: "iosClient",
                    oauthRedirectUri: "frauth://com.forgerock.ios.frexample",
                    oauthScope: "openid profile email address",
                    authServiceName: "Login",
                    registrationServiceName: "Register")
                try FRAuth.start(options: options)

                let registration: Outcome<FRUser> = await outcome { FRUser.register(completion: $0) }
                #expect(registration.node?.stage == "Registration")
                let login: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
                let last: Outcome<FRUser> = try await #require(login.node).signIn()
                #expect(last.result?.token?.scope.contains("email") == true)
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                #expect(live.wire.requests(to: "authorize").first?.headers["46b42b4229cd7a3"] == session)
                #expect(try await live.isAlive(session, cookieName: "46b42b4229cd7a3"))
            }
        }

        @Test("the first start keeps a session; another start cleans up, and revokes")
        func starts() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                live.relaunch()
                try FRAuth.start(options: live.options)
                #expect(FRUser.currentUser?.token != nil && FRSession.currentSession?.sessionToken?.value == session)
                try FRAuth.start(options: live.options)
                #expect(FRUser.currentUser == nil && FRSession.currentSession == nil)
                try await live.waitForEnd(of: session)
                #expect(live.wire.requests(to: "revoke").count == 1)
            }
        }

        @Test("Session and token lifecycle: a property that is changed revokes and removes persisted tokens")
        func changed() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                live.relaunch()
                let options = live.options
                options.oauthScope = "openid"
                try FRAuth.start(options: options)
                #expect(FRUser.currentUser == nil)
                try await live.waitForEnd(of: session)
            }
        }

        @Test("Using the .well-known endpoint for dynamic configuration, as the FRExample app does; then central login")
        func discovery() async throws {
            try await harness.live { live in
                try await ExampleViewController(discoveryURL: live.discoveryURL).start()
                let result = try await harness.centralLogin({ $0.performCentralizedLogin() }) { try await Person.signIn(at: $0) }
                #expect(result.result?.token?.idToken != nil)
                result.result?.logout()
                try await harness.eventually { live.wire.requests(to: "connect/endSession").count == 1 }
                #expect(live.wire.requests(to: "revoke").count == 1)
            }
        }

        @Test("FRAuthConfig.plist: without options, the property list of the app's bundle", arguments: ["FRAuthConfig", "Other"])
        func propertyList(_ name: String) async throws {
            FRAuth.configPlistFileName = name
            defer { FRAuth.configPlistFileName = "FRAuthConfig" }
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            try await harness.live { live in
                _ = try directory.write(Self.plist.replacing("{as_url}", with: live.base), to: name + ".plist")
                Environment.current.bundle = { Bundle(path: directory.path) ?? .main }

                try FRAuth.start()

                let login: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
                let last: Outcome<FRUser> = try await #require(login.node).signIn()
                #expect(last.result?.token != nil)
                #expect(live.wire.requests(to: "authenticate").first?.timeout == .seconds(60))
            }
        }

        @Test("Custom endpoint properties: each request goes where its property says; without cookies none is sent")
        func endpoints() async throws {
            try await harness.live { live in
                let (json, oauth) = ("json/realms/root/realms/alpha", "oauth2/realms/root/realms/alpha")
                var config: [String: Any] = try #require(live.options.optionsDictionary())
                config["forgerock_authenticate_endpoint"] = "\(json)/authenticate"
                config["forgerock_session_endpoint"] = "\(json)/sessions"
                config["forgerock_authorize_endpoint"] = "\(oauth)/authorize"
                config["forgerock_token_endpoint"] = "\(oauth)/access_token"
                config["forgerock_revoke_endpoint"] = "\(oauth)/token/revoke"
                config["forgerock_userinfo_endpoint"] = "\(live.base)/\(oauth)/userinfo"
                config["forgerock_enable_cookie"] = false
                try await harness.signIn(FROptions(config: config))
                let user = try #require(FRUser.currentUser)
                let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                user.logout()
                try await live.waitForEnd(of: session)
                try await harness.eventually { !live.wire.requests(to: "revoke").isEmpty }
                #expect(claims.error == nil && live.wire.requests.allSatisfy { $0.headers["Cookie"] == nil })
                for endpoint in ["authenticate", "sessions", "authorize", "access_token", "revoke", "userinfo"] {
                    let sent = live.wire.requests(to: endpoint)
                    #expect(!sent.isEmpty && sent.allSatisfy { $0.url.path().contains("/realms/root/realms/alpha/") }, "\(endpoint)")
                }
            }
        }

        /// The file of the tutorial, with the values that it says to fill in.
        private static let plist = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
              <dict>
                 <key>forgerock_url</key>
                 <string>{as_url}</string>
                 <key>forgerock_cookie_name</key>
                 <string>iPlanetDirectoryPro</string>
                 <key>forgerock_realm</key>
                 <string>alpha</string>
                 <key>forgerock_oauth_client_id</key>
                 <string>sdkPublicClient</string>
                 <key>forgerock_oauth_redirect_uri</key>
                 <string>org.forgerock.demo://oauth2redirect</string>
                 <key>forgerock_oauth_scope</key>
                 <string>openid profile email address</string>
                 <key>forgerock_oauth_threshold</key>
                 <string>60</string>
                 <key>forgerock_timeout</key>
                 <string>60</string>
                 <key>forgerock_auth_service_name</key>
                 <string>sdkUsernamePasswordJourney</string>
                 <key>forgerock_registration_service_name</key>
                 <string>Registration</string>
              </dict>
            </plist>
            """
    }
}
