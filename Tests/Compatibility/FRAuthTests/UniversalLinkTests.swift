import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import OIDC
import Testing

/// The system's session as tests have it.
private struct SessionDouble: LoginBrowser {
    enum Behaviour { case waits, ends, doesNotStart }

    let behaviour: Behaviour
    let opener: RecordingOpener

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let page = try await visit.address(redirectingTo: visit.redirect)
        switch behaviour {
        case .doesNotStart: throw OIDCError(.browser, "the system did not show the sign-in page")
        case .ends:
            return BrowserAnswer(
                redirect: visit.redirect,
                location: "\(visit.redirect)?error=access_denied&state=\(visit.state)&iss=\(ScriptedServer.issuer)")
        case .waits:
            do { try await opener.open(page) } catch { throw OIDCError(.browser, "") }
            while !Task.isCancelled { await Task.yield() }
            throw OIDCError(.cancelled, "the page was closed")
        }
    }
}

extension Documentation {
    @Suite("Universal Links as redirect URI")
    struct UniversalLinks {
        private static let link = "https://App.example.com/callback"

        private let harness: Harness

        init() throws { harness = try Harness() }

        private func start(_ redirect: String = link, session: SessionDouble.Behaviour? = nil) throws {
            let opener = harness.opener
            Environment.current.session = { _, _ in session.map { SessionDouble(behaviour: $0, opener: opener) } }
            let options = Harness.options
            options.oauthRedirectUri = redirect
            try FRAuth.start(options: options)
        }

        /// Signs in; the system hands the app a link, which differs from the redirect as systems write it.
        private func login(handing deliver: @escaping @Sendable (URL) -> Bool) async throws -> Outcome<FRUser> {
            let server = harness.server
            return try await harness.centralLogin({ $0.login() }) { page in
                let location = server.authorize(HTTPRequest(.get, page), signedIn: true).headers["Location"] ?? ""
                let link = try #require(URL(string: location.replacing("App.example.com", with: "app.example.com")))
                let other = try #require(URL(string: "https://app.example.com/callback-of-another?code=1"))
                #expect(!deliver(other))
                return link
            }
        }

        @Test("the link that the system hands the app is the login's, also while the system's session is open", arguments: [false, true])
        func handed(hasSession: Bool) async throws {
            try start(session: hasSession ? .waits : nil)
            let result = try await login { Browser.validateBrowserLogin(url: $0) }
            #expect(result.result?.token != nil && FRUser.currentUser != nil)
        }

        @Test("a session that doesn't start is an error, and the next login may begin")
        func notStarted() async throws {
            for _ in 0..<2 {
                try start(session: .doesNotStart)
                let result: Outcome<FRUser> = await answer { completion in
                    let browser: Browser = FRUser.browser().build()
                    browser.login { completion($0, $1) }
                }
                #expect(result.error as? BrowserError == .externalUserAgentFailure && Browser.currentBrowser == nil)
            }
        }

        @Test("what the session ends with counts; a login can be given up", arguments: [SessionDouble.Behaviour.ends, .waits])
        fileprivate func ended(_ behaviour: SessionDouble.Behaviour) async throws {
            try start(session: behaviour)
            let opener = harness.opener
            let result: Outcome<FRUser> = await answer { completion in
                let browser: Browser = FRUser.browser().build()
                browser.login { completion($0, $1) }
                if behaviour == .waits {
                    Task {
                        for _ in 0..<2000 where opener.opened.isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
                        Browser.currentBrowser?.cancel()
                    }
                }
            }
            if behaviour == .ends {
                guard case .accessDenied? = result.error as? OAuth2Error else { throw try #require(result.error) }
            } else {
                #expect(result.error as? BrowserError == .externalUserAgentCancelled)
            }
        }

        @Test("apps keep raw values of browser types, in the documented order")
        func rawValues() {
            #expect(
                [BrowserType.authSession, .nativeBrowserApp, .sfViewController, .ephemeralAuthSession].map(\.rawValue) == [0, 1, 2, 3])
        }
    }
}
