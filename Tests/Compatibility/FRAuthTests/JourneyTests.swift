import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Testing

extension Documentation {
    @Suite("Journeys: FRUser, FRSession and Node")
    struct Journeys {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("requests say that they are the SDK's")
        func headers() async throws {
            try await harness.signIn()
            for request in harness.server.requests {
                #expect(request.headers["x-requested-with"] == "forgerock-sdk")
                #expect(request.headers["x-requested-platform"] == "ios")
            }
        }

        @Test("a link without suspendedId is refused before anything is sent")
        func foreignLink() async throws {
            try FRAuth.start(options: Harness.options)
            let url = try #require(URL(string: "frauth://resume?other=1"))
            let result: Outcome<Token> = await outcome { FRSession.authenticate(resumeURI: url, completion: $0) }
            guard case .invalidResumeURI? = result.error as? AuthError else {
                Issue.record("\(String(describing: result.error))")
                return
            }
            #expect(harness.server.requests(to: "authenticate").isEmpty)
        }

        @Test("what can't be had is an error, not a crash")
        func misuse() async throws {
            let early: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(early.error as? ConfigError == .invalidSDKState)
            try FRAuth.start(options: FROptions(url: "https://am.example.com/am"))
            let unnamed: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(unnamed.error is ConfigError)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let wrong: Outcome<String> = try await #require(first.node).signIn()
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
