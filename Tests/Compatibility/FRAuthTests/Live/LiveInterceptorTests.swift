import FRAuth
import Foundation
import PolicyMessages
import Testing

extension Documentation {
    @Suite("Against a server: interceptors")
    struct LiveInterceptors {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Query parameters, headers and cookies: a script on the server sees what both interceptors add")
        func seen() async throws {
            try await harness.live { live in
                try await live.addScript(
                    """
                    if (callbacks.isEmpty()) {
                      callbacksBuilder.textInputCallback('Go on', '');
                    } else {
                      nodeState.putShared('answers', {
                        force: requestParameters.get('ForceAuth').get(0),
                        language: requestHeaders.get('accept-language').get(0),
                        member: requestCookies.get('member'), level: requestCookies.get('level')
                      });
                      outcome = 'true';
                    }
                    """)
                try FRAuth.start(options: live.options)
                FRRequestInterceptorRegistry.shared.registerInterceptor(
                    interceptors: [
                        QueryParamsAndHeaderRequestInterceptor(),
                        CookieInterceptor(),
                    ]
                )
                let answers = try await harness.answersOfScript { _ in }
                #expect(answers as? [String: String] == ["force": "true", "language": "en-GB", "member": "gold", "level": "2"])
            }
        }

        @Test("ForceAuth=true forces the use of the journey despite the presence of an existing valid session")
        func forced() async throws {
            try await harness.live { live in
                try await harness.signIn(at: live)
                let free: Outcome<Token> = await outcome {
                    FRSession.authenticate(authIndexValue: "sdkUsernamePasswordJourney", completion: $0)
                }
                #expect(free.node == nil && free.result != nil)
                FRRequestInterceptorRegistry.shared.registerInterceptors(
                    interceptors: [
                        QueryParamsAndHeaderRequestInterceptor()
                    ]
                )
                let forced: Outcome<Token> = await outcome {
                    FRSession.authenticate(authIndexValue: "sdkUsernamePasswordJourney", completion: $0)
                }
                let last: Outcome<Token> = try await #require(forced.node).signIn()
                #expect(last.result != nil)
            }
        }

        @Test("an interceptor for one journey forces it and injects the session, which a script on the server then finds")
        func injected() async throws {
            try await harness.live { live in
                try await live.addHasSession()
                let options = live.options
                options.enableCookie = false
                options.authServiceName = "sdkUsernamePasswordJourney"
                try await harness.signIn(options)
                let session = try #require(FRSession.currentSession?.sessionToken?.value)
                #expect(try await found() == "noSession")
                FRRequestInterceptorRegistry.shared.registerInterceptors(
                    interceptors: [
                        ForceAuthInterceptorBiometricRegistration(cookieName: options.cookieName, session: session)
                    ]
                )
                #expect(try await found() == "hasSession")
            }
        }

        /// What the journey says that it found.
        private func found() async throws -> String {
            let result: Outcome<Token> = await outcome {
                FRSession.authenticate(authIndexValue: "BlogWebAuthnRegistration", completion: $0)
            }
            return try #require(result.node).first(TextOutputCallback.self).message
        }

        @Test("The Action object: each operation by its name, authentication with tree and type")
        func actions() async throws {
            try await harness.live { live in
                let watcher = Watcher()
                FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [watcher])
                try await harness.signIn(at: live)
                let user = try #require(FRUser.currentUser)
                let refreshed: Outcome<FRUser> = await answer { user.refresh(completion: $0) }
                let claims: Outcome<UserInfo> = await answer { user.getUserInfo(completion: $0) }
                #expect(refreshed.error == nil && claims.error == nil)
                user.logout()
                try await harness.eventually { watcher.seen.contains { $0.type == "REVOKE_TOKEN" } }
                let names = [
                    "START_AUTHENTICATE", "AUTHENTICATE", "AUTHORIZE", "EXCHANGE_TOKEN", "REFRESH_TOKEN", "USER_INFO", "LOGOUT",
                    "REVOKE_TOKEN",
                ]
                for name in names { try await harness.eventually { watcher.seen.contains { $0.type == name } } }
                for name in names.prefix(2) {
                    let payload = watcher.seen.first { $0.type == name }?.payload
                    #expect(payload == ["tree": "sdkUsernamePasswordJourney", "type": "service"])
                }
                let advised: Outcome<Token> = await outcome {
                    FRSession.authenticate(policyAdvice: PolicyAdvice(.transaction, "unknown"), completion: $0)
                }
                #expect(advised.error is AuthApiError)
                #expect(watcher.seen.last?.type == "START_AUTHENTICATE" && watcher.seen.last?.payload?["type"] == "composite_advice")
            }
        }
    }
}
