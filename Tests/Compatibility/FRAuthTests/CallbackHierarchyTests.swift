import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Primitives
import Testing

/// A callback as an app writes one that the server doesn't have yet.
private final class PinpadCallback: DocumentedCallback {
    /// A member that callbacks of the SDK have, too.
    var _id: Int?

    required init(json: [String: Any]) throws {
        try super.init(json: json)
        type = "PinpadCallback"
    }

    override func buildResponse() -> [String: Any] {
        var built = response
        built["layout"] = ["shuffled": true]
        return built
    }
}

extension Documentation {
    @Suite("Callbacks: classes and values")
    struct CallbackHierarchy {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("an app that casts to SingleValueCallback answers choices, hidden values, providers and profiles, too")
        func casts() async throws {
            let provider: JSONValue = ["providers": [["provider": "google"]]]
            let sent = try await harness.answers(
                NameQuestion(prompt: "Name").callback, ChoiceQuestion(prompt: "Which?", choices: ["a", "b", "c"]).callback,
                HiddenValue(id: "reference", value: "").callback,
                JourneyMessages.Callback(.selectProvider, output: [.init("providers", provider["providers"])], input: [.init("", "")]),
                DeviceProfileQuestion(metadata: true, location: false, message: "").callback
            ) { callbacks in
                let values: [Any] = ["demo", 2, "r-1", "google", "{}"]
                for (callback, value) in zip(callbacks, values) {
                    let single = try #require(callback as? SingleValueCallback, "\(callback.type)")
                    #expect(single.inputName == single.inputNames.first)
                    single.setValue(value)
                    #expect(String(describing: try #require(single.getValue())) == String(describing: value))
                }
                #expect(callbacks[4] is HiddenValueCallback && callbacks[1].type == "ChoiceCallback")
            }
            #expect(sent == ["demo", 2, "r-1", "google", "{}"])
        }

        @Test("several values, by the names of their inputs")
        func several() async throws {
            let step = try await harness.step(
                KBAQuestion(prompt: "Security question", questions: ["Town?"], allowsOwnQuestion: true).callback
            ) { callbacks in
                let kba = try #require(callbacks[0] as? MultipleValuesCallback)
                #expect(kba.prompt == "Security question" && kba.inputNames == ["IDToken1question", "IDToken1answer"])
                kba.inputValues = ["IDToken1question": "Town?", "IDToken1answer": "Bern", "IDToken9": "nothing"]
                #expect(kba.inputValues["IDToken1answer"] as? String == "Bern")
            }
            #expect(step.callbacks[0].input.map(\.value) == ["Town?", "Bern"])
        }

        @Test("a confirmation's buttons are pressed by index or by option, and say which is pressed at first")
        func confirmation() async throws {
            let yesNo = JourneyMessages.Callback(
                .confirmation,
                output: [
                    .init("prompt", "Sure?"), .init("messageType", 7), .init("options", []), .init("optionType", 0),
                    .init("defaultOption", 1), .init("option", 2),
                ], input: [.init("", 0)])
            let sent = try await harness.answers(
                yesNo, ConfirmationQuestion(options: ["Go", "Stay"], defaultOption: 0).callback
            ) { callbacks in
                let first = try #require(callbacks[0] as? ConfirmationCallback)
                #expect(first.optionType == .yesNoOption && first.option == .cancel && first.defaultOption == 1)
                #expect(first.messageType == .unknown && first.inputName == "IDToken1")
                first.value = Option.yes
                let second = try #require(callbacks[1] as? ConfirmationCallback)
                #expect(second.option == .unknown && second.options == ["Go", "Stay"])
                second.value = 1
            }
            #expect(sent == [0, 1])
        }

        @Test("a choice that is left alone is the server's, as a text; one that is none of the choices leaves the input as it is")
        func untouched() async throws {
            func choice(_ index: JSONValue) -> JourneyMessages.Callback {
                JourneyMessages.Callback(
                    .choice, output: [.init("prompt", "Which?"), .init("choices", ["a", "b"]), .init("defaultChoice", index)],
                    input: [.init("", 0)])
            }
            let sent = try await harness.answers(choice(1), choice(7), choice("no"), choice(1)) { callbacks in
                #expect((callbacks[0] as? ChoiceCallback)?.getValue() as? String == "1")
                (callbacks[3] as? ChoiceCallback)?.setValue(0)
            }
            #expect(sent == ["1", 0, 0, 0])
        }

        @Test("a number is a Double, also when it is whole")
        func numbers() async throws {
            let age = JourneyMessages.Callback(
                .numberAttribute,
                output: [
                    .init("name", "age"), .init("prompt", "Age"), .init("required", true), .init("policies", [:]),
                    .init("failedPolicies", []),
                    .init("validateOnly", false), .init("value", 36),
                ], input: [.init("", 0), .init("validateOnly", false)])
            let sent = try await harness.answers(age, age) { callbacks in
                let callback = try #require(callbacks[0] as? NumberAttributeInputCallback)
                #expect(callback.getValue() as? Double == 36)
                callback.setValue(37)
                #expect(callback.getValue() as? Double == 37)
                (callbacks[1] as? NumberAttributeInputCallback)?.setValue("none")
                #expect((callbacks[1] as? NumberAttributeInputCallback)?.getValue() as? String == "none")
            }
            #expect(sent == [37, "none"])
        }

        @Test("a text of a type that isn't known is shown, a script for browsers isn't; neither is part of the answer")
        func texts() async throws {
            func text(_ type: String) -> JourneyMessages.Callback {
                JourneyMessages.Callback(.textOutput, output: [.init("message", .string("m\(type)")), .init("messageType", .string(type))])
            }
            let sent = try await harness.sent(text("9"), text("4"), text("1"), NameQuestion(prompt: "Name").callback) { callbacks in
                #expect(callbacks.map(\.type) == ["TextOutputCallback", "TextOutputCallback", "NameCallback"])
                #expect(callbacks.compactMap { ($0 as? TextOutputCallback)?.messageType } == [.unknown, .warning])
                (callbacks[2] as? NameCallback)?.setValue("demo")
            }
            #expect(sent.callbacks.map { $0.output("message") ?? $0.input[0].value } == ["m1", "demo"])
        }

        @Test("an attribute begins with what it is now, and validateOnly with what the server says")
        func beginnings() async throws {
            let mail = JourneyMessages.Callback(
                .stringAttribute,
                output: [
                    .init("name", "mail"), .init("prompt", "Mail"), .init("required", true), .init("policies", [:]),
                    .init("failedPolicies", []),
                    .init("validateOnly", true), .init("value", "ada@example.org"),
                ], input: [.init("", ""), .init("validateOnly", false)])
            let step = try await harness.step(mail) { callbacks in
                let callback = try #require(callbacks[0] as? StringAttributeInputCallback)
                #expect(callback.getValue() as? String == "ada@example.org" && callback.validateOnly)
            }
            #expect(step.callbacks[0].input.map(\.value) == ["ada@example.org", true])
        }

        @Test("a text field says what it begins with")
        func defaultText() async throws {
            _ = try await harness.answers(TextQuestion(prompt: "City", defaultText: "Bern").callback) { callbacks in
                #expect((callbacks[0] as? TextInputCallback)?.getDefaultText() == "Bern")
            }
        }

        @Test("an app's own callback: made of nothing, with a type and members of its own")
        func own() async throws {
            let blank = try DocumentedCallback(json: [:])
            #expect(blank.buildResponse().isEmpty)
            blank.response = ["type": "NameCallback", "input": [["name": "IDToken1", "value": "x"]], "hint": 1]
            #expect(blank.type == "NameCallback" && blank.inputNames == ["IDToken1"] && blank.response["hint"] as? Int == 1)

            let before = CallbackFactory.shared.supportedCallbacks
            defer { CallbackFactory.shared.supportedCallbacks = before }
            CallbackFactory.shared.supportedCallbacks["PinpadCallback"] = PinpadCallback.self
            let pad = JourneyMessages.Callback("PinpadCallback", input: [.init("", "1234")])
            _ = try await harness.answers(pad) { callbacks in #expect(callbacks[0] is PinpadCallback) }
            let body = try #require(harness.server.requests(to: "authenticate").last).json
            #expect(body["callbacks"]?.array?.first?["layout"] == ["shuffled": true])
        }

        @Test("an answer that is neither a step nor a success is an error")
        func nothing() async throws {
            try FRAuth.start(options: Harness.options)
            for body: JSONValue in [[:], ["status": "ok"], []] {
                harness.server.on("authenticate") { _ in .json(body) }
                let result: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
                guard case .invalidAuthServiceResponse? = result.error as? AuthError else { throw try #require(result.error) }
            }
        }
    }
}
