import Directory
import FRAuth
import FRCaptchaEnterprise
import Foundation
import Primitives
import ServerTesting
import Services
import Testing

/// Stands in for Google's library.
private struct Library: RecaptchaClientProvider {
    struct Failure: LocalizedError {
        var errorDescription: String? { "the network is down" }
    }

    struct Action: RecaptchaNamedAction {
        let name: String

        init(customAction name: String) { self.name = name }
    }

    /// The token that it makes; nil for none.
    var token: String? = "good"
    var fails = false

    func fetchClient(withSiteKey siteKey: String) async throws -> String { siteKey }

    func execute(recaptchaClient: String, action: Action, timeout: Double) async throws -> String? {
        guard !fails else { throw Failure() }
        #expect(recaptchaClient == "site" && action.name == "checkout" && timeout == 15_000)
        return token
    }
}

extension Documentation {
    @Suite("Against a server: reCAPTCHA Enterprise")
    struct LiveCaptcha {
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// A server with a journey whose captcha's outcome is said in a message, and Google beside it.
        private func live(_ body: (PretendCaptcha) async throws -> Void) async throws {
            let identity = try SelfSigned()
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let files = try identity.write(to: directory)
            try await PretendCaptcha.run(identity, files) { captcha in
                try await harness.live(["outbound-authorities": files.certificate]) { live in
                    let domain = live.server.domain
                    let realm = try await domain.directory.realms.realm(at: live.realm.path)
                    try await domain.directory.secrets.set(Secret("key"), as: "captcha", in: realm)
                    func told(_ outcome: String) -> JSONValue {
                        ["setState": ["attributes": ["outcome": .string(outcome)]], "next": "tell"]
                    }
                    try await live.add(
                        "Captcha", start: "ask",
                        nodes: [
                            "ask": [
                                "enterpriseCaptcha": [
                                    "projectId": "proj", "siteKey": "site", "secretLabelIdentifier": "captcha", "scoreThreshold": "0.5",
                                    "captchaUri": .string(captcha.base),
                                ], "true": "solved", "false": "unsolved",
                            ], "solved": told("true"), "unsolved": told("false"),
                            "tell": ["stateMetadata": ["attributes": ["outcome"]], "next": "success"],
                        ], noSession: true)
                    try FRAuth.start(options: live.options)
                    try await body(captcha)
                }
            }
        }

        /// Lets the app answer, and returns the node's outcome.
        private func outcome(_ answering: (ReCaptchaEnterpriseCallback) async throws -> Void) async throws -> String? {
            let first: Outcome<Token> = await FRAuthTests.outcome { FRSession.authenticate(authIndexValue: "Captcha", completion: $0) }
            let node = try #require(first.node, "\(String(describing: first.error))")
            let callback = try node.first(ReCaptchaEnterpriseCallback.self)
            #expect(callback.recaptchaSiteKey == "site" && callback.tokenKey == "IDToken1token" && callback.actionKey == "IDToken1action")
            #expect(callback.clientErrorKey == "IDToken1clientError" && callback.payloadKey == "IDToken1payload")
            try await answering(callback)
            let second: Outcome<Token> = await FRAuthTests.outcome { node.next(completion: $0) }
            return try #require(second.node, "\(String(describing: second.error))").first(MetadataCallback.self).outputs["outcome"]
                as? String
        }

        @Test("the callback is found by its module's name; the library's token is assessed, with action and payload")
        func solved() async throws {
            try await live { captcha in
                let solved = try await outcome { callback in
                    callback.setPayload(["userAgent": "app"])
                    try await callback.execute(action: "checkout", recaptchaProvider: Library())
                    #expect(callback.tokenResult == "good")
                }
                #expect(solved == "true")
                let event: JSONValue = ["userAgent": "app", "token": "good", "siteKey": "site", "expectedAction": "checkout"]
                #expect(captcha.events == [event])
                let refused = try await outcome { callback in callback.setToken("bad") }
                #expect(refused == "false" && captcha.events.count == 2)
            }
        }

        @Test("a failure of the library goes to the server as the client's error, and nothing is assessed")
        func failed() async throws {
            try await live { captcha in
                let down = try await outcome { callback in
                    do {
                        try await callback.execute(action: "checkout", recaptchaProvider: Library(fails: true))
                        Issue.record("the failure was lost")
                    } catch { #expect(error is Library.Failure) }
                }
                let empty = try await outcome { callback in
                    do {
                        try await callback.execute(action: "checkout", recaptchaProvider: Library(token: nil))
                        Issue.record("no token is none")
                    } catch { #expect(error is CaptchaError) }
                }
                #expect(down == "false" && empty == "false" && captcha.events.isEmpty)
            }
        }
    }
}
