import AppScreens
import AsyncHTTPTransport
import AuthenticatorWalletApp
import BankApp
import BoundDeviceApp
import BridgeApp
import BrowserLoginApp
import DeviceFoundation
import ExampleApp
@testable import FRAuth
import FRAuthenticator
import FRCore
import FRDeviceBinding
import Foundation
import Primitives
import QuickstartApp
import RegistrationApp
import ServerTesting
import SwiftUIQuickstartApp
import Testing
import TokenWalletApp

/// Calls something with a completion that says nothing, and waits for it.
private func finish(_ call: (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in call { continuation.resume() } }
}

extension Documentation {
    /// Small apps, written as documents and tutorials have it, which use the SDK in the ways of apps: they cast callbacks, print errors, build
    /// options and let closures infer.
    @Suite("Against a server: sample apps")
    struct LiveApps {
        private static let credentials = ["User Name": "demo", "Password": "Ch4ng3it!"]

        private let harness: Harness

        init() throws { harness = try Harness() }

        private func options(_ live: LiveServer, journey: String = "sdkUsernamePasswordJourney") -> FROptions {
            FROptions(
                url: live.base, realm: "alpha", authServiceName: journey, registrationServiceName: "Register", oauthClientId: "iosClient",
                oauthRedirectUri: "frauth://com.forgerock.ios.frexample", oauthScope: "openid profile email address")
        }

        @Test("QuickstartApp: signs in and out, and shows why it can't")
        func quickstart() async throws {
            try await harness.live { live in
                let screen = RecordedScreen(Self.credentials)
                await finish { done in
                    let controller = QuickstartViewController(screen: screen, finished: done)
                    controller.viewDidLoad(options(live))
                    controller.loginButtonPressed()
                }
                #expect(screen.shown == ["SDK is running", "Signed out", "Signed in: true"])
                QuickstartViewController(screen: screen) {}.logoutButtonPressed()
                #expect(screen.shown.last == "Signed out")
                let wrong = RecordedScreen(["User Name": "demo", "Password": "wrong"])
                await finish { done in QuickstartViewController(screen: wrong, finished: done).loginButtonPressed() }
                #expect(wrong.shown.last == "Error: Login failure (com.forgerock.ios.frauth.authapierror 1300002)")
            }
        }

        @Test("SwiftUIQuickstartApp: reads its configuration, and the user's claims")
        func swiftUI() async throws {
            try await harness.live { live in
                let screen = RecordedScreen(Self.credentials)
                let model = ViewModel(screen: screen)
                try model.start(options(live))
                await finish { model.startAuthentication(finished: $0) }
                #expect(screen.shown == ["alpha sdkUsernamePasswordJourney iosClient", "Session in /alpha"])
                #expect(model.status.hasPrefix("Demo User, demo.user@example.com, "))
            }
        }

        @Test("RegistrationApp: fills any form, and says what its users did wrong")
        func registration() async throws {
            try await harness.live { live in
                try FRAuth.start(options: options(live))
                let entries = [
                    "ValidatedCreateUsernameCallback": "grace", "ValidatedCreatePasswordCallback": "compilers are fun",
                    "givenName": "Grace",
                    "sn": "Hopper", "mail": "grace@example.org",
                ]
                let screen = RecordedScreen(entries)
                await finish { RegistrationController(screen: screen, finished: $0).register() }
                #expect(screen.shown.last == "Welcome", "\(screen.shown)")
                await finish { RegistrationController(screen: screen, finished: $0).register() }
                #expect(screen.shown.last == "Already signed in, with tokens: true")
            }
        }

        @Test("BrowserLoginApp: signs in and out in the browser that its settings name", arguments: 0...3)
        func browser(_ type: Int) async throws {
            try await harness.live { live in
                let options = options(live)
                options.oauthSignoutRedirectUri = options.oauthRedirectUri
                try FRAuth.start(options: options)
                let screen = RecordedScreen()
                let controller = BrowserLoginController(screen: screen, storedBrowserType: type)
                let opener = harness.opener
                let person = Task {
                    for _ in 0..<2000 where opener.opened.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                    return Browser.validateBrowserLogin(url: try await Person.signIn(at: try #require(opener.opened.last)))
                }
                await finish { controller.login(finished: $0) }
                #expect(try await person.value && screen.shown == ["Signed in as Bearer"])
                FRUser.currentUser?.logout()
                let link = try #require(URL(string: "frauth://com.forgerock.ios.frexample"))
                #expect(FRUser.currentUser == nil && !controller.open(link))
            }
        }

        @Test("TokenWalletApp: codes tokens, sends them, gives them back; its own header and log")
        func wallet() async throws {
            try await harness.live { live in
                try FRAuth.start(options: options(live))
                await finish { QuickstartViewController(screen: RecordedScreen(Self.credentials), finished: $0).loginButtonPressed() }
                let screen = RecordedScreen()
                let wallet = TokenWallet(screen: screen)
                wallet.configure()
                let data = try #require(try wallet.export())
                let header = try wallet.header(from: data)
                #expect(header.hasPrefix("Bearer ") && wallet.currentHeader() == header)
                await finish { wallet.giveBack(finished: $0) }
                #expect(live.wire.requests(to: "revoke").last?.headers["x-tenant"] == "wallet")
                #expect(screen.shown.contains { $0.hasPrefix("[FRCore][Network] REVOKE_TOKEN: POST") })
                #expect(screen.shown.last == "Has token: false, error: 0" && FRSession.currentSession != nil)
            }
        }

        @Test("BankApp: approves a transaction, with delegates that only the policies hold")
        func bank() async throws {
            try await harness.live { live in
                try await ProtectedServer.run(asking: live.server, as: .header) { bank in
                    try FRAuth.start(options: options(live))
                    await finish { QuickstartViewController(screen: RecordedScreen(Self.credentials), finished: $0).loginButtonPressed() }
                    let url = try #require(URL(string: bank.url + "/bank/transfer/1"))
                    let screen = RecordedScreen(Self.credentials)
                    let controller = BankController(screen: screen, protecting: url)
                    defer { controller.close() }
                    let text = await withCheckedContinuation { continuation in
                        controller.load(url) { continuation.resume(returning: "\($0) \($1)") }
                    }
                    #expect(text == "200 served 1" && screen.shown == ["Approve TransactionConditionAdvice true"])
                }
            }
        }

        @Test("BridgeApp: nodes, answers and claims as JSON, the app's own server with the user's token")
        func bridge() async throws {
            try await harness.live { live in
                let url = try #require(URL(string: live.base + "/oauth2/realms/alpha/userinfo"))
                let bridge = Bridge(protecting: url)
                defer { bridge.close() }
                func reply(_ call: (@escaping Bridge.Reply) -> Void) async -> (json: JSONValue?, failure: String?) {
                    await withCheckedContinuation { continuation in
                        call { json, failure in continuation.resume(returning: (json.flatMap { try? JSONValue(parsing: $0) }, failure)) }
                    }
                }
                #expect(await reply { bridge.start(options(live), $0) }.failure == nil)
                let form = await reply { bridge.login($0) }.json
                let rows = try #require(form?["callbacks"]?.array)
                #expect(rows.map { $0["prompt"]?.string } == ["User Name", "Password"] && form?["authId"]?.string?.isEmpty == false)
                let answers = ["demo", "Ch4ng3it!"].map { value in #"{"input": [{"name": "IDToken1", "value": "\#(value)"}]}"# }
                let text = #"{"callbacks": [\#(answers.joined(separator: ","))]}"#
                let tokens = await reply { bridge.next(text, $0) }
                #expect(tokens.json?["tokenType"]?.string == "Bearer" && tokens.failure == nil)
                #expect(await reply { bridge.userInfo($0) }.json?["name"]?.string == "Demo User")
                let status = await withCheckedContinuation { continuation in
                    bridge.callEndpoint(url) { continuation.resume(returning: $0) }
                }
                #expect(status == 200)
                bridge.logout()
                #expect(await reply { bridge.next(text, $0) }.failure == "no node, or no answers" && FRUser.currentUser == nil)
            }
        }

        @Test("ExampleApp: its menu, with a key that is made, refused and removed, and what an error says")
        func example() async throws {
            harness.recogniseUser(of: "com.example.app")
            try await harness.live { live in
                try await live.add(
                    "Key", start: "form",
                    nodes: [
                        "form": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"],
                        "register": [
                            "webAuthnRegistration": [
                                "relyingPartyDomain": "example.com", "userVerificationRequirement": "REQUIRED",
                                "origins": ["ios:bundle-id:com.example.app"],
                            ], "success": "success", "failure": "failure", "error": "failure", "unsupported": "failure",
                        ],
                    ])
                try FRAuth.start(options: options(live, journey: "Key"))
                let refusing = RecordedScreen(Self.credentials.merging(["consent": "no"]) { $1 })
                await finish { ExampleController(screen: refusing, finished: $0).perform(.authentication) }
                #expect(refusing.shown.prefix(2) == ["required none unspecified", "Cancelled"], "\(refusing.shown)")
                let screen = RecordedScreen(Self.credentials)
                await finish { ExampleController(screen: screen, finished: $0).perform(.authentication) }
                #expect(screen.shown == ["required none unspecified", "Welcome"])
                let menu = RecordedScreen()
                await finish { ExampleController(screen: menu, finished: $0).showTokens() }
                #expect(menu.shown.last?.hasPrefix("Bearer for ") == true)
                ExampleController(screen: menu) {}.removeKeys(of: "example.com")
                #expect(menu.shown.last == "Removed the key of demo" && FRWebAuthn.loadAllCredentials(by: "example.com").isEmpty)
                FRUser.currentUser?.logout()
                let opener = harness.opener
                let person = Task {
                    for _ in 0..<2000 where opener.opened.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                    return Browser.validateBrowserLogin(url: try await Person.signIn(at: try #require(opener.opened.last)))
                }
                await finish { ExampleController(screen: menu, finished: $0).loginWithBrowser() }
                #expect(try await person.value && menu.shown.last == "true")
            }
        }

        @Test("AuthenticatorWalletApp: an account of the server's makes codes; other codes are refused in words")
        func authenticator() async throws {
            try await harness.live { live in
                try await live.add(
                    "Enrol", start: "form",
                    nodes: [
                        "form": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"],
                        "register": ["oathRegistration": ["issuer": "Sample"], "successOutcome": "success", "failureOutcome": "failure"],
                    ])
                try FRAuth.start(options: options(live, journey: "Enrol"))
                let (store, time) = (InMemoryStore(), harness.time)
                FRAuthenticator.Runtime.stop()
                var environment = FRAuthenticator.Environment(transport: { try AsyncHTTPTransport(pins: $0) }, store: { store })
                environment.time = time
                FRAuthenticator.Environment.current = environment
                defer { FRAuthenticator.Runtime.stop() }
                let screen = RecordedScreen()
                let controller = AccountsController(screen: screen)
                controller.start()
                let uri = try await enrol()
                await finish { controller.scanned(uri, finished: $0) }
                await finish { controller.scanned(uri, finished: $0) }
                let other = try #require(URL(string: "https://example.com/totp/x"))
                await finish { controller.scanned(other, finished: $0) }
                #expect(screen.shown.first == "Added Sample-demo-totp" && screen.shown[1] == "Sample-demo-totp is there already")
                #expect(screen.shown.last?.hasSuffix("(com.forgerock.ios.frauthenticator.mechanism)") == true)
                #expect(controller.codes().map(\.count) == [6])
                controller.removeAll()
                #expect(controller.codes().isEmpty)
            }
        }

        /// The account that the server's journey offers, in its hidden value.
        private func enrol() async throws -> URL {
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Enrol", completion: $0) }
            let second: Outcome<Token> = try await #require(first.node).signIn()
            let hidden = try #require(second.node).callbacks.compactMap { $0 as? HiddenValueCallback }
            return try #require(hidden.lazy.compactMap { $0.defaultValue }.compactMap { URL(string: $0) }.first { $0.scheme == "otpauth" })
        }

        @Test("BoundDeviceApp: binds the device with a PIN, and signs in by its key")
        func boundDevice() async throws {
            var environment = BindingEnvironment.current
            (environment.application, environment.pins, environment.dialogs) = ("com.example.app", nil, nil)
            BindingEnvironment.current = environment
            try await harness.live { live in
                try await live.addBindingJourneys(.applicationPin)
                try FRAuth.start(options: options(live))
                let screen = RecordedScreen(Self.credentials.merging(["PIN": "1234"]) { $1 })
                let controller = BoundDeviceController(screen: screen)
                await finish { controller.run("Bind", finished: $0) }
                #expect(controller.keys == ["demo APPLICATION_PIN"] && screen.shown == ["Authentication required", "success", "Signed in"])
                await finish { controller.run("Usernameless", finished: $0) }
                #expect(screen.shown.suffix(2) == ["success", "Signed in"])
            }
        }
    }
}
