import Foundation
import FRAuth
import FRGoogleSignIn
import Primitives
import ServerTesting
import Testing

extension Documentation {
    /// Another server is the provider.
    @Suite("Against a server: social login")
    struct LiveSocialLogin {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func withProvider(_ body: (LiveServer, ForeignProvider) async throws -> Void) async throws {
            try await TestServer.run(time: harness.time) { server in
                let provider = ForeignProvider(server: server, time: harness.time)
                try await harness.live { live in
                    provider.takeOver()
                    try await provider.register(at: live)
                    try await live.add(
                        "Social", start: "choose",
                        nodes: [
                            "choose": [
                                "selectProvider": ["includeLocalAuthentication": false], "socialAuthentication": "provider",
                            ],
                            "provider": [
                                "socialProvider": ["clientType": "NATIVE"], "ACCOUNT_EXISTS": "success", "NO_ACCOUNT": "form",
                                "SOCIAL_AUTH_INTERRUPTED": "failure",
                            ],
                            "form": [
                                "page": [
                                    "nodes": [
                                        ["platformUsername": ["validateInput": true]],
                                        ["attributeCollector": ["attributesToCollect": ["givenName", "sn", "mail"]]],
                                    ]
                                ], "next": "make",
                            ],
                            "make": ["createObject": [:], "CREATED": "success", "FAILURE": "failure"],
                        ])
                    try start(live)
                    try await body(live, provider)
                }
            }
        }

        private func start(_ live: LiveServer) throws {
            let options = live.options
            options.authServiceName = "Social"
            try FRAuth.start(options: options)
        }

        /// Runs the journey up to the provider's node.
        private func choose(_ provider: String) async throws -> Node {
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let node = try #require(first.node, "\(String(describing: first.error))")
            let index = try #require(try node.first(SelectIdPCallback.self).providers.firstIndex { $0.provider == provider })
            let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                let controller = SocialLoginViewController { result, _ in continuation.resume(returning: result) }
                controller.selectedIndex = index
                controller.choose(node, node.callbacks[0])
            }
            return try #require(result.node, "\(String(describing: result.error))")
        }

        /// Lets a handler sign in at the provider.
        private func signIn(_ node: Node, automatically: Bool) async -> (result: Outcome<FRUser>, error: (any Error)?) {
            await withCheckedContinuation { continuation in
                let controller = SocialLoginViewController { continuation.resume(returning: ($0, $1)) }
                do {
                    if automatically { controller.signInAutomatically(node) } else { try controller.signIn(node) }
                } catch {
                    continuation.resume(returning: (Outcome(result: nil, node: nil, error: error), nil))
                }
            }
        }

        /// Makes an account of whom nobody knows yet.
        private func register(_ node: Node, as name: String) async throws -> FRUser {
            node.fillIn(as: name, password: "")
            let end: Outcome<FRUser> = await outcome { node.next(completion: $0) }
            return try #require(end.result, "\(String(describing: end.error))")
        }

        @Test(
            "To override the automatic provider detection: whom the provider's token names gets an account, and signs in to it",
            arguments: [("google-ios", "ada"), ("facebook-ios", "grace")])
        func chosenHandler(_ provider: String, _ name: String) async throws {
            try await withProvider { live, _ in
                let first = await signIn(try await choose(provider), automatically: false)
                let user = try await register(try #require(first.result.node, "\(first)"), as: name)
                live.changeDevice()
                try start(live)
                let second = await signIn(try await choose(provider), automatically: false)
                #expect(first.error == nil && second.error == nil)
                let again = try #require(second.result.result, "\(second)")
                for user in [user, again] {
                    let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                    #expect(claims.result?.email == "\(name)@example.org")
                }
            }
        }

        @Test("The SDK automatically identifies the correct IdP, by the name of its module", arguments: ["google-ios", "facebook-ios"])
        func foundHandler(_ provider: String) async throws {
            try await withProvider { _, _ in
                let end = await signIn(try await choose(provider), automatically: true)
                #expect(end.error == nil)
                _ = try await register(try #require(end.result.node, "\(end)"), as: "ada")
            }
        }

        @Test("for a provider without a module, and on a system that Apple's is not for, the error says so, and the journey ends")
        func noHandler() async throws {
            try await withProvider { _, _ in
                let other = await signIn(try await choose("other-ios"), automatically: true)
                #expect(other.error as? SocialLoginError == .missingIdPHandler && other.result.result == nil)
                let apple = await signIn(try await choose("Apple-iOS"), automatically: true)
                guard case .notSupported? = apple.error as? SocialLoginError else {
                    Issue.record("\(String(describing: apple.error))")
                    return
                }
            }
        }

        @Test("a token that was made for another login is refused")
        func replayed() async throws {
            try await withProvider { _, provider in
                let first = try await choose("google-ios")
                let login = try first.first(IdPCallback.self)
                let token: Outcome<String> = await answer { completion in
                    login.signIn(handler: GoogleSignInHandler()) { token, _, error in completion(token, error) }
                }
                provider.replay()
                let end = await signIn(try await choose("google-ios"), automatically: true)
                #expect(token.result != nil && end.result.error is AuthApiError)
            }
        }
    }
}
