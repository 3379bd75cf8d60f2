import ClientTesting
import DeviceFoundation
@testable import FRAuth
import FRFacebookSignIn
import FRGoogleSignIn
import Foundation
import JourneyMessages
import LoopbackRedirect
import OAuthMessages
import Primitives
import Synchronization
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

        /// Lets users sign in at any provider: the code is the nonce, and the token says for whom and with which nonce it was made.
        private func openProviders() {
            Environment.current.opener = AnsweringOpener { page in
                let query = HTTPRequest(.get, page).query
                let answer = "\(query["redirect_uri"] ?? "")?code=\(query["nonce"] ?? "none")&state=\(query["state"] ?? "")"
                return try #require(URL(string: answer))
            }
            harness.server.on("token") { request in
                let text = "for \(request.form["client_id"] ?? ""), nonce \(request.form["code"] ?? "")"
                return .json(["access_token": .string("access " + text), "id_token": .string("token " + text), "expires_in": 3600])
            }
        }

        @Test("IdPCallback: the handler's token goes to the server", arguments: ["google-ios", "facebook-ios"])
        func handler(_ provider: String) async throws {
            let signIn = ProviderSignIn(
                provider, clientID: "client", redirectURI: "app://cb", scopes: ["openid"], nonce: "n1", acceptsJSON: true)
            let node = try await firstNode(signIn.callback)
            let client = try #require(node.callbacks[0] as? IdPCallback).idpClient
            #expect(client.provider == provider && client.clientId == "client" && client.redirectUri == "app://cb")
            #expect(client.scopes == ["openid"] && client.nonce == "n1" && client.acceptsJSON)
            openProviders()
            let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                do {
                    try SocialLoginViewController { result, _ in continuation.resume(returning: result) }.signIn(node)
                } catch {
                    continuation.resume(returning: Outcome(result: nil, node: nil, error: error))
                }
            }
            #expect(result.error == nil)
            let token = try #require(try sent().answer(to: signIn, at: 0))
            let isGoogle = provider == "google-ios"
            #expect(token.token == Secret(isGoogle ? "token for client, nonce n1" : "access for client, nonce n1"))
            #expect(token.type == (isGoogle ? .idToken : .accessToken))
        }

        @Test("the providers' documented addresses and redirect URIs are used, with PKCE, and without the app's pins and interceptors")
        func requests() async throws {
            let google = ProviderSignIn(
                "google", clientID: "12-ab.apps.googleusercontent.com", redirectURI: "https://am.example.com/cb", scopes: [], nonce: "n1")
            let facebook = ProviderSignIn("facebook", clientID: "34", redirectURI: "https://am.example.com/cb", scopes: [], nonce: "n2")
            let expected = [
                (
                    "https://accounts.google.com/o/oauth2/v2/auth", "com.googleusercontent.apps.12-ab:/oauth2redirect",
                    "oauth2.googleapis.com"
                ),
                ("https://www.facebook.com/dialog/oauth", "fb34://authorize", "graph.facebook.com"),
            ]
            for (signIn, expected) in zip([google, facebook], expected) {
                let node = try await firstNode(signIn.callback)
                openProviders()
                let (pages, answering) = (harness.opener, Environment.current.opener)
                Environment.current.opener = RecordedOpener(opener: answering, record: pages)
                let callback = try #require(node.callbacks[0] as? IdPCallback)
                let token: Outcome<String> = await answer { completion in callback.signIn { token, _, error in completion(token, error) } }
                #expect(token.error == nil && token.result != nil)
                let page = try #require(pages.opened.last)
                let query = HTTPRequest(.get, page).query
                #expect(page.absoluteString.hasPrefix(expected.0 + "?") && query["redirect_uri"] == expected.1)
                #expect(query["nonce"] == signIn.nonce && query["response_type"] == "code" && query["scope"]?.contains("openid") == true)
                let request = try #require(harness.server.requests.last)
                #expect(request.url.host() == expected.2 && request.form["redirect_uri"] == expected.1)
                #expect(request.form["code_verifier"].map(PKCE.challenge) == query["code_challenge"])
                #expect(harness.pins.asked.withLock { $0.last } == PinSet.none)
            }
        }

        @Test("who closes the browser has cancelled")
        func cancelled() async throws {
            let node = try await firstNode(
                ProviderSignIn("google", clientID: "c", redirectURI: "app://cb", scopes: [], nonce: "n").callback)
            Environment.current.opener = AnsweringOpener { _ in
                HandoverBrowser.cancel()
                return try #require(URL(string: "elsewhere://"))
            }
            let callback = try #require(node.callbacks[0] as? IdPCallback)
            let token: Outcome<String> = await answer { completion in callback.signIn { token, _, error in completion(token, error) } }
            #expect(token.result == nil && token.error as? SocialLoginError == .cancelled)
        }

        @Test("Configure Facebook: the app's delegate initializes the handler")
        func launch() {
            let count = FacebookSignInHandler.launches
            #expect(FacebookAppDelegate().application(UIApplication(), didFinishLaunchingWithOptions: nil))
            #expect(FacebookSignInHandler.launches == count + 1)
        }

        @Test(
            "the handler is found by the provider's name, whatever its case", arguments: ["google", "GOOGLE_iOS", "my-Google", "FaceBook"])
        func found(_ provider: String) async throws {
            let node = try await firstNode(
                ProviderSignIn(provider, clientID: "c", redirectURI: "r://r", scopes: [], nonce: "n").callback)
            let callback = try #require(node.callbacks[0] as? IdPCallback)
            openProviders()
            let token: Outcome<String> = await answer { completion in callback.signIn { token, _, error in completion(token, error) } }
            #expect(token.result == (provider.lowercased().contains("google") ? "token" : "access") + " for c, nonce n")
        }

        @Test("without a handler there is an error, and nothing is answered")
        func noHandler() async throws {
            let node = try await firstNode(
                ProviderSignIn("somewhere", clientID: "c", redirectURI: "r", scopes: [], nonce: "n").callback)
            let callback = try #require(node.callbacks[0] as? IdPCallback)
            var failure: (any Error)?
            callback.signIn { _, _, error in failure = error }
            #expect(failure as? SocialLoginError == .missingIdPHandler)
        }
    }
}

/// Notes the pages that another opener opens.
private struct RecordedOpener: URLOpener {
    let opener: any URLOpener
    let record: RecordingOpener

    func open(_ url: URL) async throws {
        try await record.open(url)
        try await opener.open(url)
    }
}
