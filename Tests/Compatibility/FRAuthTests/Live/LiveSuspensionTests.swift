import Foundation
import FRAuth
import Primitives
import SignIn
import Testing
import Directory

extension Documentation {
    @Suite("Against a server: suspended authentication")
    struct LiveSuspension {
        private let harness: Harness

        init() throws { harness = try Harness() }

        /// Registers until the link has been sent, and returns it.
        private func suspend(_ live: LiveServer, as name: String) async throws -> URL {
            try await live.set { $0[JourneySettings.self].resumeURL = "frauth://com.forgerock.ios.frexample" }
            let options = live.options
            options.registrationServiceName = "VerifiedRegistration"
            try FRAuth.start(options: options)
            let form: Outcome<FRUser> = await outcome { FRUser.register(completion: $0) }
            let node = try #require(form.node)
            node.fillIn(as: name, password: "analytical engine")
            let told: Outcome<FRUser> = await outcome { node.next(completion: $0) }
            let suspended = try #require(told.node?.callbacks.first as? SuspendedTextOutputCallback)
            #expect(
                suspended.message == "An email has been sent to the address you entered. Click the link in that email to proceed."
                    && suspended.messageType == .information)
            return try #require(try await live.links().last)
        }

        @Test("Resume authentication in an iOS app: with the link, on another device, once", arguments: ["AppDelegate", "SceneDelegate"])
        func resume(_ delegate: String) async throws {
            try await harness.live { live in
                let link = try await suspend(live, as: "ada")
                #expect(link.scheme == "frauth")
                live.changeDevice()
                try FRAuth.start(options: live.options)
                let resumed = await open(link, delegate)
                let token = try #require(resumed.result?.value)
                #expect(try await live.isAlive(token))
                let again = await open(link, delegate)
                guard case .suspendedAuthSessionError? = again.error as? AuthApiError else {
                    Issue.record("\(String(describing: again.error))")
                    return
                }
            }
        }

        @Test("a link that is too old brings its own error")
        func tooOld() async throws {
            try await harness.live { live in
                let link = try await suspend(live, as: "ada")
                harness.time.advance(by: 301)
                guard case .suspendedAuthSessionError? = await open(link, "AppDelegate").error as? AuthApiError else {
                    Issue.record("the link is good")
                    return
                }
            }
        }

        private func open(_ url: URL, _ delegate: String) async -> Outcome<Token> {
            await withCheckedContinuation { continuation in
                if delegate == "AppDelegate" {
                    let app = SuspensionAppDelegate()
                    app.resumed = { continuation.resume(returning: $0) }
                    _ = app.application(UIApplication(), open: url)
                } else {
                    let scene = SuspensionSceneDelegate()
                    scene.resumed = { continuation.resume(returning: $0) }
                    scene.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: url)])
                }
            }
        }
    }
}
