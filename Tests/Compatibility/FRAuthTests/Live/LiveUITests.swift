import DeviceFoundation
@testable import FRAuth
import FRDeviceBinding
@testable import FRUI
import Foundation
import IntegrityTesting
import JourneyForms
import Primitives
import ServerTesting
import Testing
import Services
import DeviceRegistry
import Directory

extension Documentation {
    /// The forms behind the module's screens.
    @MainActor
    @Suite("Against a server: forms of the sample user interface")
    struct LiveUI {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private nonisolated func live(_ body: @escaping @MainActor @Sendable (LiveServer) async throws -> Void) async throws {
            try await harness.live { live in try await body(live) }
        }

        private func fill(_ run: any FormRun, _ entries: [String: String]) {
            for index in run.form?.fields.indices ?? 0..<0 {
                guard let text = entries[run.form?.fields[index].label ?? ""] else { continue }
                run.form?.fields[index].text = text
            }
        }

        /// Types name and password, and sends the form.
        private func signIn(_ run: any FormRun, _ password: String) async {
            for index in run.form?.fields.indices ?? 0..<0 {
                switch run.form?.fields[index].kind {
                case .text: run.form?.fields[index].text = "demo"
                case .secret: run.form?.fields[index].text = password
                default: break
                }
            }
            await run.send()
        }

        @Test("a login, after a wrong password, brings the user")
        func login() async throws {
            try await live { live in
                try FRAuth.start(options: live.options)
                let run = JourneyRun.login()
                await run.begin()
                #expect(run.form?.title == "Sign in" && run.form?.ending == .button)
                await signIn(run, "wrong")
                #expect(!run.hasEnded)
                await signIn(run, "Ch4ng3it!")
                #expect(try #require(run.end).get().token != nil)
            }
        }

        @Test("a registration: what the server refuses stands at its row, and the account is made in the end")
        func register() async throws {
            try await live { live in
                try FRAuth.start(options: live.options)
                let run = JourneyRun.register()
                await run.begin()
                for password in ["short", "analytical engine"] {
                    var questions = [0, 1]
                    for index in run.form?.fields.indices ?? 0..<0 {
                        switch run.form?.fields[index].kind {
                        case .text(.newUserName): run.form?.fields[index].text = "ada"
                        case .text:
                            let isMail = run.form?.fields[index].label.lowercased().contains("mail") == true
                            run.form?.fields[index].text = isMail ? "ada@example.com" : "Ada"
                        case .secret: run.form?.fields[index].text = password
                        case .toggle, .terms: run.form?.fields[index].isOn = true
                        case .securityQuestion:
                            run.form?.fields[index].selection = questions.popLast()
                            run.form?.fields[index].text = "Byron"
                        default: break
                        }
                    }
                    await run.send()
                    guard !run.hasEnded else { break }
                    let refused = run.form?.fields.first { !$0.problems.isEmpty }
                    #expect(refused?.kind == .secret(isNew: true, canBeShown: false))
                }
                #expect(try #require(run.end).get().token != nil)
            }
        }

        @Test("callbacks of all kinds reach a script as they were entered; a cell of the app's own writes its answer itself")
        func callbacks() async throws {
            try await live { live in
                try await live.addScript(
                    """
                    if (callbacks.isEmpty()) {
                      callbacksBuilder.textInputCallback('City', 'Bern');
                      callbacksBuilder.choiceCallback('Which?', ['a', 'b', 'c'], 1, false);
                      callbacksBuilder.numberAttributeInputCallback('age', 'Age', 40, false);
                      callbacksBuilder.textInputCallback('Own', '');
                      callbacksBuilder.confirmationCallback('Sure?', 1, ['Yes', 'No'], 1);
                    } else {
                      nodeState.putShared('answers', {
                        city: callbacks.getTextInputCallbacks().get(0), own: callbacks.getTextInputCallbacks().get(1),
                        choice: callbacks.getChoiceCallbacks().get(0)[0], age: callbacks.getNumberAttributeInputCallbacks().get(0),
                        button: callbacks.getConfirmationCallbacks().get(0),
                      });
                      outcome = 'true';
                    }
                    """)
                try FRAuth.start(options: live.options)
                let journey = NodeRun<Token>(start: { FRSession.authenticate(authIndexValue: "Ask", completion: $0) })
                let run = journey.run
                await run.begin()
                #expect(run.form?.ending == .rows)
                fill(run, ["City": "Thun", "Age": "41.5", "Own": "not this"])
                run.form?.select(2, of: 1)
                journey.ownRows = [3]
                (journey.node?.callbacks[3] as? TextInputCallback)?.setValue("from a cell")
                await run.press(0, of: 4)
                let answers = try #require(try journey.node?.first(MetadataCallback.self).outputs["answers"] as? [String: Any])
                #expect(answers["city"] as? String == "Thun" && answers["choice"] as? Int == 2 && answers["button"] as? Int == 0)
                #expect(answers["age"] as? Double == 41.5 && answers["own"] as? String == "from a cell")
            }
        }

        @Test("the device answers for its profile, and binds a key, without a row")
        func deviceWork() async throws {
            var environment = BindingEnvironment.current
            environment.application = "com.example.app"
            environment.verification = SimulatedVerification(.fingerprint)
            BindingEnvironment.current = environment
            try await live { live in
                try await live.add(
                    "Login", start: "first",
                    nodes: [
                        "first": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "collect", "false": "failure"],
                        "collect": ["deviceProfileCollector": ["maximumSize": "16"], "next": "save"],
                        "save": ["deviceSave": [:], "next": "bind"],
                        "bind": [
                            "deviceBinding": ["authenticationType": "NONE"], "success": "success", "failure": "failure",
                            "Unsupported": "failure", "Abort": "failure", "Timeout": "failure",
                        ],
                    ])
                try FRAuth.start(options: live.options)
                let run = JourneyRun.login()
                await run.begin()
                #expect(run.form?.fields.count == 2)
                await signIn(run, "Ch4ng3it!")
                _ = try #require(run.end).get()
                let app = BindingApp(live: live)
                #expect(try await app.serverKeys().count == 1)
                let user = try await app.user()
                #expect(try await live.server.domain.deviceRegistry.deviceProfiles.profiles(of: user.id, in: live.realm.id).count == 1)
            }
        }

        @Test(
            "a service's journey runs without a started SDK, and brings a session; for a user there is no client"
        )
        func service() async throws {
            try await live { live in
                let server = ServerConfigBuilder(url: try #require(URL(string: live.base)), realm: "alpha")
                    .build()
                let run = JourneyRun<Token>.authenticate(AuthService(name: "Login", serverConfig: server))
                await run.begin()
                await signIn(run, "Ch4ng3it!")
                #expect(try await live.isAlive(try #require(run.end).get().value))
                let other = JourneyRun<FRUser>.authenticate(
                    AuthService(name: "Login", serverConfig: server))
                await other.begin()
                await signIn(other, "Ch4ng3it!")
                #expect(throws: AuthError.invalidOAuth2Client) { try other.end?.get() }
            }
        }

        @Test(
            "the app proves that it is genuine, without a row; a device that can't says so to the server",
            arguments: [true, false])
        func integrity(_ isSupported: Bool) async throws {
            var environment = Environment.current
            let apple = try PretendAppAttest(at: harness.time.now)
            environment.attestation = SoftwareAppAttest(
                apple, appID: "TEAM123456.com.example.app", isSupported: isSupported)
            environment.bundleIdentifier = "com.example.app"
            Environment.current = environment
            try await live { live in
                try await live.allowAppAttest(
                    team: "TEAM123456", bundle: "com.example.app", trusting: apple)
                try await live.add(
                    "Login", start: "integrity",
                    nodes: [
                        "integrity": [
                            "appIntegrity": ["application": "phone", "clientErrorOutcomes": ["Unsupported"]],
                            "success": "form",
                            "failure": "failure", "Unsupported": "told",
                        ],
                        "form": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "success", "false": "failure"],
                        "told": [
                            "message": ["message": "This app is not genuine"], "true": "failure",
                            "false": "failure",
                        ],
                    ])
                try FRAuth.start(options: live.options)
                let run = JourneyRun.login()
                await run.begin()
                guard isSupported else {
                    return #expect(run.form?.fields.first?.label == "This app is not genuine")
                }
                #expect(run.form?.fields.count == 2)
                await signIn(run, "Ch4ng3it!")
                #expect(try #require(run.end).get().token != nil)
            }
        }

        @Test("a callback whose module the app hasn't ends the journey, and says which")
        func unsupported() async throws {
            try await live { live in
                try await live.addScript(
                    """
                    if (callbacks.isEmpty()) {
                      callbacksBuilder.idPCallback('elsewhere', 'c', 'a://b', [], 'n', '', '', [], false);
                    }
                    """)
                try FRAuth.start(options: live.options)
                let run = JourneyRun.authenticate("Ask")
                await run.begin()
                #expect(throws: SocialLoginError.missingIdPHandler) { try run.end?.get() }
            }
        }
    }
}
