import AsyncHTTPTransport
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Journeys
import OIDC
import Primitives
import ServerTesting
import Testing

extension Documentation {
    @Suite("Against a server")
    struct Live {
        @Test("an app signs in, gets tokens and claims, and logs out")
        func wholeLife() async throws {
            let harness = try Harness()
            try await TestServer.run(time: harness.time) { server in
                var environment = Environment(transport: { try AsyncHTTPTransport(pins: $0) }, store: { _ in harness.store })
                environment.time = harness.time
                Environment.current = environment
                try await harness.signIn(
                    FROptions(
                        url: "\(server.url)/am", realm: "alpha", oauthClientId: "sdkPublicClient",
                        oauthRedirectUri: "org.forgerock.demo://oauth2redirect", oauthScope: "openid profile email address",
                        authServiceName: "sdkUsernamePasswordJourney"))
                let user = try #require(FRUser.currentUser)
                let first = try #require(user.token)
                harness.time.advance(by: 24 * 3600)
                let renewed: Outcome<FRUser> = await answer { user.getAccessToken(completion: $0) }
                #expect(renewed.error == nil)
                #expect(user.token?.value != first.value)
                let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                #expect(claims.result?.email == "demo.user@example.com")
                user.logout()
                #expect(FRUser.currentUser == nil)
            }
        }

        @Test("Using the .well-known endpoint for dynamic configuration")
        func discovery() async throws {
            let harness = try Harness()
            try await TestServer.run(time: harness.time) { server in
                Environment.current.transport = { try AsyncHTTPTransport(pins: $0) }
                let options = try await FROptions(config: ["forgerock_url": "\(server.url)/am", "forgerock_realm": "alpha"]).discover(
                    discoveryURL: "\(server.url)/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration")
                let token = options.optionsDictionary()["forgerock_token_endpoint"] as? String
                #expect(token?.hasPrefix(server.url) == true)
            }
        }
    }
}
