import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Primitives
import Testing

extension Documentation {
    @Suite("Configure the SDKs dynamically")
    struct DynamicConfiguration {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("iOS example")
        func example() throws {
            let options = FROptions(
                url: "https://tenant.forgeblocks.com/am",
                realm: "alpha",
                cookieName: "46b42b4229cd7a3",
                oauthClientId: "iosClient",
                oauthRedirectUri: "frauth://com.forgerock.ios.frexample",
                oauthScope: "openid profile email address",
                authServiceName: "Login",
                registrationServiceName: "Register")
            try FRAuth.start(options: options)

            #expect(FRUser.currentUser == nil)
            #expect(options.optionsDictionary()?["forgerock_cookie_name"] as? String == "46b42b4229cd7a3")
        }

        /// Each property that the documentation names.
        enum Change: String, CaseIterable, Sendable {
            case cookieName, clientID, redirectURI, scope, realm, url

            func apply(to options: inout FROptions) {
                switch self {
                case .cookieName: options.cookieName = "other"
                case .clientID: options.oauthClientId = "other"
                case .redirectURI: options.oauthRedirectUri = "frauth://other"
                case .scope: options.oauthScope = "openid"
                case .realm: options.realm = "beta"
                case .url: options.url = "https://other.example.com/am"
                }
            }
        }

        @Test("Session and token lifecycle: a changed property revokes and removes persisted tokens", arguments: Change.allCases)
        func changed(_ change: Change) async throws {
            try await harness.signIn()
            harness.relaunch()
            var options = Harness.options
            change.apply(to: &options)
            try FRAuth.start(options: options)
            #expect(FRUser.currentUser == nil)
            #expect(await harness.store.keys(in: "tokens") == [])
            #expect(await harness.store.keys(in: "session") == [])
            try await harness.eventually { [server = harness.server] in server.sessions.isEmpty && server.revoked.count == 1 }
        }

        @Test("properties that are not named leave them alone")
        func unchanged() async throws {
            try await harness.signIn()
            harness.relaunch()
            let options = Harness.options
            (options.timeout, options.oauthThreshold, options.authServiceName) = ("60", "120", "Other")
            (options.sessionEndpoint, options.revokeEndpoint) = ("json/sessions", "oauth2/token/revoke")
            try FRAuth.start(options: options)
            #expect(FRUser.currentUser != nil)
        }

        @Test("the SDK throws an exception for an empty required property", arguments: ["url", "realm", "cookie", "client", "redirect"])
        func required(_ name: String) {
            let options = Harness.options
            switch name {
            case "url": options.url = ""
            case "realm": options.realm = ""
            case "cookie": options.cookieName = ""
            case "client": options.oauthClientId = ""
            default: options.oauthRedirectUri = ""
            }
            #expect(throws: ConfigError.self) { try FRAuth.start(options: options) }
        }

        @Test("without a scope or a redirect URI there is no OAuth 2.0 client", arguments: ["scope", "redirect", "no URI"])
        func withoutClient(_ what: String) async throws {
            let options = Harness.options
            switch what {
            case "scope": options.oauthScope = nil
            case "redirect": options.oauthRedirectUri = nil
            default: options.oauthRedirectUri = "callback"
            }
            try FRAuth.start(options: options)
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let last: Outcome<FRUser> = try await #require(first.node).signIn()
            #expect(last.error as? AuthError == .invalidOAuth2Client && FRSession.currentSession != nil)
        }

        @Test("with a redirect URI for signing out, the endpoint that sends a browser back is taken")
        func signOutEndpoint() async throws {
            harness.server.on("openid-configuration") { _ in
                .json([
                    "issuer": .string(ScriptedServer.issuer), "authorization_endpoint": "https://am.example.com/as/authorize",
                    "token_endpoint": "https://am.example.com/as/token", "jwks_uri": "https://am.example.com/as/jwks",
                    "end_session_endpoint": "https://am.example.com/as/signoff",
                    "ping_end_idp_session_endpoint": "https://am.example.com/as/idpSignoff",
                ])
            }
            let url = "https://am.example.com/as/.well-known/openid-configuration"
            let options = Harness.options
            #expect(try await options.discover(discoveryURL: url).endSessionEndpoint == "https://am.example.com/as/idpSignoff")
            options.oauthSignoutRedirectUri = "frauth://out"
            #expect(try await options.discover(discoveryURL: url).endSessionEndpoint == "https://am.example.com/as/signoff")
        }

        @Test("Using the .well-known endpoint for dynamic configuration")
        func discovery() async throws {
            let config: [String: Any] =
                [
                    "forgerock_oauth_client_id": "iosClient",
                    "forgerock_oauth_redirect_uri": "org.forgerock.demo://oauth2redirect",
                    "forgerock_oauth_scope": "openid profile email address revoke",
                ]

            let options = try await FROptions(config: config).discover(
                discoveryURL: "https://am.example.com/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration")

            try FRAuth.start(options: options)

            let dictionary = try #require(options.optionsDictionary())
            let base = "https://am.example.com/am/oauth2/realms/root/realms/alpha"
            #expect(dictionary["forgerock_authorize_endpoint"] as? String == "\(base)/authorize")
            #expect(dictionary["forgerock_token_endpoint"] as? String == "\(base)/access_token")
            #expect(dictionary["forgerock_revoke_endpoint"] as? String == "\(base)/token/revoke")
            #expect(dictionary["forgerock_userinfo_endpoint"] as? String == "\(base)/userinfo")
            #expect(dictionary["forgerock_endsession_endpoint"] as? String == "\(base)/connect/endSession")
            #expect(dictionary["forgerock_oauth_client_id"] as? String == "iosClient")
        }

        @Test("the tutorials' values: the document is asked of the tutorial's server", arguments: TutorialValues.allCases)
        func tutorials(_ values: TutorialValues) async throws {
            let options = try await values.discovered()
            let asked = try #require(harness.server.requests(to: "openid-configuration").last?.url.absoluteString)
            #expect(asked.hasPrefix(values == .pingFederate ? "https://pingfed.example.com/as/" : "https://auth.pingone.com/3072206d-"))
            #expect(options.oauthRedirectUri == "org.forgerock.demo://oauth2redirect")
            #expect((options.sslPinningPublicKeyHashes ?? []).isEmpty == (values != .pingOneWithPins))
        }

        @Test("a discovery URL without a document is an error")
        func noDiscovery() async throws {
            harness.server.on("openid-configuration") { _ in HTTPResponse(status: 404) }
            await #expect(throws: ConfigError.self) {
                try await FROptions(config: [:]).discover(discoveryURL: "https://am.example.com/.well-known/openid-configuration")
            }
            harness.server.change { $0.isDown = true }
            await #expect(throws: NetworkError.self) {
                try await FROptions(config: [:]).discover(discoveryURL: "https://am.example.com/.well-known/openid-configuration")
            }
        }
    }
}
