import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Testing

extension Documentation {
    @Suite("Use centralized login")
    struct CentralizedLogin {
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// The user signs in at the server's page.
        private func signIn(_ page: URL) throws -> URL {
            let answer = harness.server.authorize(HTTPRequest(.get, page), signedIn: true)
            return try #require(URL(string: answer.headers["Location"] ?? ""))
        }

        @Test("Set up centralized login in iOS apps")
        func builder() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.login() }, inBrowser: signIn)
            #expect(result.error == nil)
            #expect(result.result?.token?.value.hasPrefix("access-") == true)
            #expect(FRUser.currentUser != nil)
            let query = HTTPRequest(.get, try #require(harness.opener.opened.first)).query
            #expect(query["custom_key"] == "custom_val")
            #expect(query["redirect_uri"] == "frauth://com.forgerock.ios.frexample")
            #expect(query["code_challenge_method"] == "S256")
        }

        @Test("Configure the Xcode project")
        func performCentralizedLogin() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.performCentralizedLogin() }, inBrowser: signIn)
            #expect(result.result != nil)
        }

        @Test(
            "Step 2. Configure the sample app: acr_values, separated by spaces or the encoded space character %20",
            arguments: [
                ("d1210a6b0b2665dbaa5b652221badba2", "d1210a6b0b2665dbaa5b652221badba2"),
                ("Single_Factor%20Multi_Factor", "Single_Factor Multi_Factor"),
                ("Single_Factor Multi_Factor", "Single_Factor Multi_Factor"),
            ])
        func acrValues(_ written: String, _ sent: String) async throws {
            try FRAuth.start(options: Harness.options)
            _ = try await harness.centralLogin({ $0.performCentralizedLoginWithACR(written) }, inBrowser: signIn)
            #expect(HTTPRequest(.get, try #require(harness.opener.opened.first)).query["acr_values"] == sent)
        }

        @Test("SceneDelegate.swift hands the redirect over as well")
        func sceneDelegate() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.performCentralizedLogin() }) { page in
                let redirect = try signIn(page)
                SceneDelegate().scene(UIScene(), openURLContexts: [UIOpenURLContext(url: try #require(URL(string: "other://app")))])
                return redirect
            }
            #expect(result.result != nil)
        }

        @Test("a redirect with another state is refused")
        func foreignState() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.performCentralizedLogin() }) { _ in
                try #require(URL(string: "frauth://com.forgerock.ios.frexample?code=stolen&state=guessed"))
            }
            #expect(result.error is AuthError)
            #expect(FRUser.currentUser == nil)
        }

        @Test("what the user refuses is an error")
        func refused() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.performCentralizedLogin() }) { page in
                let state = HTTPRequest(.get, page).query["state"] ?? ""
                return try #require(
                    URL(
                        string:
                            "frauth://com.forgerock.ios.frexample?error=access_denied&error_description=no&state=\(state)&iss=\(ScriptedServer.issuer)"
                    ))
            }
            #expect(result.error as? OAuth2Error == .accessDenied("no"))
        }

        @Test("a URL that nobody waits for is not taken")
        func unexpected() throws {
            #expect(!Browser.validateBrowserLogin(try #require(URL(string: "frauth://com.forgerock.ios.frexample?code=1"))))
        }

        @Test("before the start there is no browser, and a login says so")
        func notStarted() async throws {
            let none = FRUser.browser()?.build()
            #expect(none == nil)
            let result: Outcome<FRUser> = await answer { BrowserViewController.login(finish: $0) }
            #expect(result.error as? ConfigError == .invalidSDKState)
        }
    }
}

extension BrowserViewController {
    fileprivate static func login(finish: @escaping (FRUser?, (any Error)?) -> Void) {
        let controller = BrowserViewController()
        controller.finish = finish
        controller.login()
    }
}
