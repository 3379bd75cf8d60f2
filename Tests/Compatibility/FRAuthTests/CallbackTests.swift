import ClientTesting
import DeviceFoundation
import FRAuth
import JourneyMessages
import Primitives
import Testing

extension Documentation {
    @Suite("Callbacks")
    struct Callbacks {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("NameCallback, PasswordCallback, TextInputCallback")
        func texts() async throws {
            let sent = try await harness.answers(
                NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback,
                TextQuestion(prompt: "City", defaultText: "Bern").callback
            ) { callbacks in
                let name = try #require(callbacks[0] as? NameCallback)
                #expect(name.type == "NameCallback")
                #expect(name.prompt == "User Name")
                #expect(name.inputName == "IDToken1")
                name.setValue("demo")
                #expect(name.getValue() as? String == "demo")
                let password = try #require(callbacks[1] as? PasswordCallback)
                #expect(password.prompt == "Password")
                password.setValue("Ch4ng3it!")
                let text = try #require(callbacks[2] as? TextInputCallback)
                #expect(text.defaultText == "Bern")
            }
            #expect(sent == ["demo", "Ch4ng3it!", "Bern"])
        }

        @Test("ChoiceCallback and ConfirmationCallback")
        func choices() async throws {
            let sent = try await harness.answers(
                ChoiceQuestion(prompt: "Which?", choices: ["a", "b", "c"], defaultChoice: 1).callback,
                ConfirmationQuestion(prompt: "Sure?", options: ["Yes", "No"], severity: .warning).callback
            ) { callbacks in
                let choice = try #require(callbacks[0] as? ChoiceCallback)
                #expect(choice.prompt == "Which?")
                #expect(choice.choices == ["a", "b", "c"])
                #expect(choice.defaultChoice == 1)
                #expect(choice.getValue() == 1)
                choice.setValue(2)
                let confirmation = try #require(callbacks[1] as? ConfirmationCallback)
                #expect(confirmation.options == ["Yes", "No"])
                #expect(confirmation.optionType == .unspecifiedOption)
                #expect(confirmation.messageType == .warning)
                #expect(confirmation.value == 100)
                confirmation.value = 0
            }
            #expect(sent == [2, 0])
        }

        @Test("HiddenValueCallback")
        func hidden() async throws {
            let sent = try await harness.answers(HiddenValue(id: "webAuthnOutcome", value: "false").callback) { callbacks in
                let hiddenValueCallback = try #require(callbacks[0] as? HiddenValueCallback)
                #expect(hiddenValueCallback.id == "webAuthnOutcome")
                #expect(hiddenValueCallback.defaultValue == "false")
                if hiddenValueCallback.isWebAuthnOutcome {
                    // set attestation manually
                    hiddenValueCallback.setValue("attestation")
                }
            }
            #expect(sent == ["attestation"])
        }

        @Test("TextOutputCallback, PollingWaitCallback and MetadataCallback say something")
        func statements() async throws {
            _ = try await harness.answers(
                TextStatement("Scan the code", .warning).callback, PollingWait(milliseconds: 8000, message: "Hold on").callback,
                .metadata(["stage": "Waiting", "n": 1])
            ) { callbacks in
                let text = try #require(callbacks[0] as? TextOutputCallback)
                #expect(text.message == "Scan the code" && text.messageType == .warning)
                let wait = try #require(callbacks[1] as? PollingWaitCallback)
                #expect(wait.waitTime == 8000 && wait.message == "Hold on")
                let metadata = try #require(callbacks[2] as? MetadataCallback)
                #expect(metadata.outputs["n"] as? Int == 1)
            }
        }

        @Test("a node without a stage takes it from its MetadataCallback")
        func stage() async throws {
            harness.server.on("authenticate") { _ in ScriptedServer.step(.metadata(["stage": "Waiting"])) }
            try FRAuth.start(options: Harness.options)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            #expect(first.node?.stage == "Waiting")
        }

        @Test("an unknown callback goes back untouched")
        func unknown() async throws {
            let foreign = JourneyMessages.Callback("NewCallback", output: [.init("x", ["y": 1])], input: [.init("", "initial")])
            let sent = try await harness.answers(foreign) { callbacks in
                #expect(callbacks[0].type == "NewCallback")
                #expect((callbacks[0].response["type"] as? String) == "NewCallback")
            }
            #expect(sent == ["initial"])
        }
    }
}
