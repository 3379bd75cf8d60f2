import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Primitives
import Testing

extension Documentation {
    @Suite("Handle social login with the Ping SDK for iOS")
    struct SocialLogin {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func firstNode(_ callback: JourneyMessages.Callback) async throws -> Node {
            harness.server.on("authenticate") { _ in ScriptedServer.step(callback) }
            try FRAuth.start(options: Harness.options)
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            return try #require(first.node)
        }

        private func sent() throws -> Answers { Answers(try Step(json: try #require(harness.server.requests.last).json)) }

        @Test("SelectIdPCallback: the user chooses a provider")
        func choice() async throws {
            let choice = ProviderChoice([Provider("google", button: .init(displayName: "Google")), Provider(Provider.local)])
            let node = try await firstNode(choice.callback)
            let providers = try #require(node.callbacks[0] as? SelectIdPCallback).providers
            #expect(providers.map(\.provider) == ["google", "localAuthentication"])
            #expect(providers[0].uiConfig?["buttonDisplayName"] == "Google" && providers[1].uiConfig == nil)
            let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                SocialLoginViewController { result, _ in continuation.resume(returning: result) }.choose(node, node.callbacks[0])
            }
            #expect(result.node != nil)
            #expect(try sent().answer(to: choice, at: 0) == "google")
        }

        @Test("IdPCallback: the handler's token goes to the server", arguments: ["google-ios", "facebook-ios"])
        func handler(_ provider: String) async throws {
            let signIn = ProviderSignIn(
                provider, clientID: "client", redirectURI: "app://cb", scopes: ["openid"], nonce: "n1", acceptsJSON: true)
            let node = try await firstNode(signIn.callback)
            let client = try #require(node.callbacks[0] as? IdPCallback).idpClient
            #expect(client.provider == provider && client.clientId == "client" && client.redirectUri == "app://cb")
            #expect(client.scopes == ["openid"] && client.nonce == "n1" && client.acceptsJSON)
            let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                do {
                    try SocialLoginViewController { result, _ in continuation.resume(returning: result) }.signIn(node)
                } catch {
                    continuation.resume(returning: Outcome(result: nil, node: nil, error: error))
                }
            }
            #expect(result.error == nil)
            let token = try #require(try sent().answer(to: signIn, at: 0))
            #expect(token.token == Secret("token for client, nonce n1"))
            #expect(token.type == (provider == "google-ios" ? .idToken : .accessToken))
        }

        @Test("Configure Facebook: the app's delegate initializes the handler")
        func launch() {
            let count = FacebookSignInHandler.launches
            #expect(FacebookAppDelegate().application(UIApplication(), didFinishLaunchingWithOptions: nil))
            #expect(FacebookSignInHandler.launches == count + 1)
        }

        @Test("the handler is found by the provider's name, whatever its case", arguments: ["google", "GOOGLE_iOS", "my-Google"])
        func found(_ provider: String) async throws {
            let node = try await firstNode(
                ProviderSignIn(provider, clientID: "c", redirectURI: "r", scopes: [], nonce: "n").callback)
            let callback = try #require(node.callbacks[0] as? IdPCallback)
            let token: Outcome<String> = await answer { completion in callback.signIn { token, _, error in completion(token, error) } }
            #expect(token.result == "token for c, nonce n")
        }

        @Test("without a handler there is an error, and nothing is answered", arguments: ["facebook", "somewhere"])
        func noHandler(_ provider: String) async throws {
            let node = try await firstNode(
                ProviderSignIn(provider, clientID: "c", redirectURI: "r", scopes: [], nonce: "n").callback)
            let callback = try #require(node.callbacks[0] as? IdPCallback)
            var failure: (any Error)?
            callback.signIn { _, _, error in failure = error }
            #expect(failure as? SocialLoginError == .missingIdPHandler)
        }
    }
}
