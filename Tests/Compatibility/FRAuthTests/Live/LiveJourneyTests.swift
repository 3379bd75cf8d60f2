import ClientTesting
import Foundation
import FRAuth
import Primitives
import Testing

extension Documentation {
    @Suite("Against a server: journeys")
    struct LiveJourneys {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Call the journeys", arguments: ["BlogWebAuthnRegistration", "BlogWebAuthnAuthentication"])
        func callJourneys(_ journey: String) async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                let result: Outcome<Token> = await withCheckedContinuation { continuation in
                    let controller = LoginViewController { continuation.resume(returning: $0) }
                    if journey == "BlogWebAuthnRegistration" { controller.register() } else { controller.authenticate() }
                }
                let token = try #require(result.result)
                #expect(token.realm == "/alpha" && token.successUrl == "/am/console" && FRSession.currentSession?.sessionToken == token)
                #expect(try await live.isAlive(token.value))
                #expect(live.wire.requests(to: "authenticate").first?.query["authIndexValue"] == journey)
            }
        }

        @Test("FRUser.login and node.next bring the user, with tokens; the node says what its page is")
        func login() async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
                let node = try #require(first.node)
                #expect(node.stage == "UsernamePassword" && node.pageHeader == "Sign in" && !node.authId.isEmpty)
                let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                    UserViewController { continuation.resume(returning: $0) }.handleNode(user: nil, node: node, error: nil)
                }
                #expect(result.result?.token != nil && FRUser.currentUser != nil)
            }
        }

        @Test("FRUser.register makes an account, with every callback of the platform's registration")
        func register() async throws {
            try await harness.live { live in
                try FRAuth.start(options: live.options)
                let first: Outcome<FRUser> = await outcome { FRUser.register(completion: $0) }
                let node = try #require(first.node)
                let username = try node.first(ValidatedCreateUsernameCallback.self)
                #expect(username.policies?["policies"] != nil && username.failedPolicies?.isEmpty == true)
                let kba = try node.first(KbaCreateCallback.self)
                #expect(!kba.predefinedQuestions.isEmpty && kba.allowUserDefinedQuestions)
                let terms = try node.first(TermsAndConditionsCallback.self)
                #expect(terms.version == "1.0" && terms.terms?.isEmpty == false && terms.createDate == "2026-01-01T00:00:00Z")
                node.fillIn(as: "ada", password: "short")
                let second: Outcome<FRUser> = await outcome { node.next(completion: $0) }
                let again = try #require(second.node)
                let failed = try #require(try again.first(ValidatedCreatePasswordCallback.self).failedPolicies?.first)
                #expect(failed.policyRequirement == "MIN_LENGTH" && failed.params?["minLength"] as? Int == 8)
                #expect(failed.failedDescription() == "password must be at least 8 characters long")
                again.fillIn(as: "ada", password: "analytical engine")
                let last: Outcome<FRUser> = await outcome { again.next(completion: $0) }
                let claims: Outcome<UserInfo> = await answer { last.result?.getUserInfo(completion: $0) }
                #expect(claims.result?.name == "Ada Lovelace" && claims.result?.email == "ada@example.org")
            }
        }

        @Test("what goes wrong has its own error: a wrong password, a step that is too late, a journey that isn't there, no network")
        func errors() async throws {
            var options = Harness.options
            try await harness.live { live in
                options = live.options
                try FRAuth.start(options: live.options)
                let first = try #require(try await start("BlogWebAuthnAuthentication").node)
                let refused: Outcome<Token> = await first.signIn("wrong")
                guard case .apiFailureWithMessage("Unauthorized", "Login failure", 401, let detail)? = refused.error as? AuthApiError else {
                    throw Unexpected(error: refused.error)
                }
                #expect(detail?["failureUrl"] as? String == "")
                let second = try #require(try await start("BlogWebAuthnAuthentication").node)
                harness.time.advance(by: 3600)
                let late: Outcome<Token> = await second.signIn()
                guard case .authenticationTimout? = late.error as? AuthApiError else { throw Unexpected(error: late.error) }
                let unknown = try await start("Nowhere")
                #expect(unknown.error is AuthApiError, "\(String(describing: unknown.error))")
            }
            try FRAuth.start(options: options)
            let offline = try await start("Login")
            #expect(offline.error is NetworkError)
        }

        private func start(_ journey: String) async throws -> Outcome<Token> {
            await outcome { FRSession.authenticate(authIndexValue: journey, completion: $0) }
        }
    }
}

private struct Unexpected: Error { let error: (any Error)? }

extension Node {
    /// Fills in the form of the demonstration's registration.
    func fillIn(as name: String, password: String) {
        let values: [String: Any] = [
            "givenName": "Ada", "sn": "Lovelace", "mail": "\(name)@example.org", "preferences/marketing": false,
            "preferences/updates": true,
        ]
        for callback in callbacks {
            switch callback {
            case let callback as AttributeInputCallback: callback.setValue(values[callback.name])
            case let callback as ValidatedCreateUsernameCallback: callback.setValue(name)
            case let callback as ValidatedCreatePasswordCallback: callback.setValue(password)
            case let callback as TermsAndConditionsCallback: callback.setValue(true)
            default: break
            }
        }
        for (index, callback) in callbacks.compactMap({ $0 as? KbaCreateCallback }).enumerated() {
            callback.setQuestion(callback.predefinedQuestions[index])
            callback.setAnswer("answer \(index)")
        }
    }
}
