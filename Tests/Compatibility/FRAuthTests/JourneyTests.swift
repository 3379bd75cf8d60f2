import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Primitives
import Testing

extension Documentation {
    @Suite("Journeys: FRUser, FRSession and Node")
    struct Journeys {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Call the journeys", arguments: ["BlogWebAuthnRegistration", "BlogWebAuthnAuthentication"])
        func callJourneys(_ journey: String) async throws {
            try FRAuth.start(options: Harness.options)
            let result: Outcome<Token> = await withCheckedContinuation { continuation in
                let controller = LoginViewController { continuation.resume(returning: $0) }
                if journey == "BlogWebAuthnRegistration" { controller.register() } else { controller.authenticate() }
            }
            #expect(result.result?.value == "session-1")
            #expect(result.result?.successUrl == "/am/console")
            #expect(result.result?.realm == "/alpha")
            #expect(harness.server.requests(to: "authenticate").first?.query["authIndexValue"] == journey)
            #expect(FRSession.currentSession?.sessionToken == result.result)
            #expect(harness.server.requests(to: "authorize").isEmpty)
        }

        @Test("Handling the callbacks: node.next with FRUser brings the user with tokens")
        func user() async throws {
            try FRAuth.start(options: Harness.options)
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let node = try #require(first.node)
            #expect(node.authId == "state-1")
            #expect(node.stage == "SignIn")
            #expect(node.pageHeader == "Welcome")
            #expect(node.pageDescription == "Enter your credentials")
            (node.callbacks.first as? NameCallback)?.setValue("demo")
            (node.callbacks.last as? PasswordCallback)?.setValue("Ch4ng3it!")
            let last: Outcome<FRUser> = await outcome { completion in
                node.next { (user: FRUser?, node, error) in
                    completion(user, node, error)
                }
            }
            #expect(last.node == nil && last.error == nil)
            #expect(last.result?.token?.value.hasPrefix("access-") == true)
        }

        @Test("register runs the registration journey")
        func register() async throws {
            try FRAuth.start(options: Harness.options)
            let result: Outcome<FRUser> = await outcome { FRUser.register(completion: $0) }
            #expect(result.node != nil)
            #expect(harness.server.requests(to: "authenticate").first?.query["authIndexValue"] == "Register")
        }

        @Test("requests say that they are the SDK's")
        func headers() async throws {
            try await harness.signIn()
            for request in harness.server.requests {
                #expect(request.headers["x-requested-with"] == "forgerock-sdk")
                #expect(request.headers["x-requested-platform"] == "ios")
            }
        }

        @Test("a failed login brings what the server said")
        func failure() async throws {
            try FRAuth.start(options: Harness.options)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let node = try #require(first.node)
            let last: Outcome<Token> = await outcome { node.next(completion: $0) }
            guard case .apiFailureWithMessage(let reason, let message, let code, let detail)? = last.error as? AuthApiError else {
                Issue.record("\(String(describing: last.error))")
                return
            }
            #expect(reason == "Unauthorized" && message == "Login failure" && code == 401)
            #expect(detail?["failureUrl"] as? String == "")
        }

        @Test("a journey that took too long is told apart")
        func timeout() async throws {
            harness.server.on("authenticate") { _ in ScriptedServer.failure("Session has timed out", detail: ["errorCode": "110"]) }
            try FRAuth.start(options: Harness.options)
            let result: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            guard case .authenticationTimout? = result.error as? AuthApiError else {
                Issue.record("\(String(describing: result.error))")
                return
            }
        }

        @Test("a suspended journey that is over is told apart")
        func suspended() async throws {
            harness.server.on("authenticate") { _ in ScriptedServer.failure("\(JourneyFailure.suspendedException): No result found") }
            try FRAuth.start(options: Harness.options)
            let result: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            guard case .suspendedAuthSessionError? = result.error as? AuthApiError else {
                Issue.record("\(String(describing: result.error))")
                return
            }
        }

        @Test("no network is an error of the network")
        func offline() async throws {
            harness.server.change { $0.isDown = true }
            try FRAuth.start(options: Harness.options)
            let result: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(result.error is NetworkError)
        }

        @Test("what can't be had is an error, not a crash")
        func misuse() async throws {
            let early: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(early.error as? ConfigError == .invalidSDKState)
            try FRAuth.start(options: FROptions(url: "https://am.example.com/am"))
            let unnamed: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(unnamed.error is ConfigError)
            let wrong: Outcome<String> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            #expect(wrong.error as? AuthError == .invalidGenericType)
            let level: Outcome<Token> = await outcome {
                FRSession.authenticate(authIndexValue: "1", authIndexType: "level", completion: $0)
            }
            #expect(level.error is AuthError)
        }

        @Test("a user without an OAuth 2.0 client is an error")
        func noClient() async throws {
            try FRAuth.start(options: FROptions(url: "https://am.example.com/am", realm: "alpha", authServiceName: "Login"))
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let node = try #require(first.node)
            (node.callbacks.first as? NameCallback)?.setValue("demo")
            (node.callbacks.last as? PasswordCallback)?.setValue("Ch4ng3it!")
            let last: Outcome<FRUser> = await outcome { node.next(completion: $0) }
            #expect(last.error as? AuthError == .invalidOAuth2Client)
        }
    }
}
