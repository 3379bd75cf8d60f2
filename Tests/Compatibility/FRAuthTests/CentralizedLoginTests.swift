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

        @Test("a redirect with another state is refused")
        func foreignState() async throws {
            try FRAuth.start(options: Harness.options)
            let result = try await harness.centralLogin({ $0.performCentralizedLogin() }) { _ in
                try #require(URL(string: "frauth://com.forgerock.ios.frexample?code=stolen&state=guessed"))
            }
            #expect(result.error as? OAuth2Error == .invalidPKCEState)
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
            let none = FRUser.browser()
            #expect(none == nil && none?.build() == nil)
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
