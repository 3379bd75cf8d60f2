import ClientTesting
import DeviceFoundation
import FRAuth
import JourneyMessages
import Primitives
import Testing

/// A callback of an app's own, for a node of its own.
final class ShoeSizeCallback: DocumentedCallback {
    let unit: String
    var size: Int?

    required init(json: [String: Any]) throws {
        let outputs = json["output"] as? [[String: Any]]
        guard let unit = outputs?.first?["value"] as? String else { throw AuthError.invalidCallbackResponse("no unit") }
        self.unit = unit
        try super.init(json: json)
    }

    override func buildResponse() -> [String: Any] {
        var response = super.buildResponse()
        response["input"] = [["name": inputNames[0], "value": size ?? 0]]
        return response
    }
}

/// A class in place of one of the SDK's.
final class OwnTextInputCallback: SingleValueCallback {
    var isOwn: Bool { true }
}

extension Documentation {
    @Suite("CallbackFactory: an app's own callbacks")
    struct Factory {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func callback(unit: JSONValue) -> JourneyMessages.Callback {
            JourneyMessages.Callback("ShoeSizeCallback", output: [.init("unit", unit)], input: [.init("", "")])
        }

        @Test("a registered class gets the callbacks of its type, and sends what it builds")
        func registered() async throws {
            CallbackFactory.shared.registerCallback(callbackType: "ShoeSizeCallback", callbackClass: ShoeSizeCallback.self)
            #expect(CallbackFactory.shared.supportedCallbacks["ShoeSizeCallback"] == ShoeSizeCallback.self)
            let sent = try await harness.answers(callback(unit: "EU"), NameQuestion(prompt: "?").callback) { callbacks in
                let shoe = try #require(callbacks[0] as? ShoeSizeCallback)
                #expect(shoe.unit == "EU" && shoe.type == "ShoeSizeCallback")
                shoe.size = 43
                (callbacks[1] as? NameCallback)?.setValue("demo")
            }
            #expect(sent == [43, "demo"])
        }

        @Test("what the class refuses ends the journey with its error; a type without a class is plain, and goes back untouched")
        func refused() async throws {
            CallbackFactory.shared.registerCallback(callbackType: "ShoeSizeCallback", callbackClass: ShoeSizeCallback.self)
            let refused = try await harness.received(callback(unit: 7))
            #expect(refused.node == nil && refused.error as? AuthError == .invalidCallbackResponse("no unit"))
            let sent = try await harness.answers(JourneyMessages.Callback("HatSizeCallback", input: [.init("", 58)])) { callbacks in
                #expect(Swift.type(of: callbacks[0]) == DocumentedCallback.self)
            }
            #expect(sent == [58])
        }

        @Test("a class of the app takes the place of the SDK's")
        func replaced() async throws {
            CallbackFactory.shared.registerCallback(callbackType: "TextInputCallback", callbackClass: OwnTextInputCallback.self)
            defer { CallbackFactory.shared.registerCallback(callbackType: "TextInputCallback", callbackClass: TextInputCallback.self) }
            let sent = try await harness.answers(TextQuestion(prompt: "City").callback) { callbacks in
                let own = try #require(callbacks[0] as? OwnTextInputCallback)
                #expect(own.isOwn && own.prompt == "City")
                own.setValue("Bern")
            }
            #expect(sent == ["Bern"])
        }

        /// The known types with what each asks about, which is left out or of another kind.
        @Test(
            "a known type without what it asks about ends the journey; a text that is only shown may be missing",
            arguments: [
                (.choice, "choices"), (.confirmation, "options"), (.pollingWait, "waitTime"), (.textOutput, "message"),
                (.kbaCreate, "predefinedQuestions"), (.termsAndConditions, "terms"), (.selectProvider, "providers"),
                (.identityProvider, "clientId"), (.captcha, "recaptchaSiteKey"), (.metadata, "data"),
            ] as [(CallbackType, String)])
        func malformed(_ type: CallbackType, _ member: String) async throws {
            for value in [nil, true] as [JSONValue?] {
                let output = value.map { [JourneyMessages.Callback.Field(member, $0)] } ?? []
                // Metadata may be of any kind.
                if type == .metadata, value != nil { continue }
                let result = try await harness.received(JourneyMessages.Callback(type, output: output, input: [.init("", 0)]))
                guard case .invalidCallbackResponse? = result.error as? AuthError else { throw try #require(result.error) }
                #expect(result.node == nil)
            }
            #expect(throws: AuthError.self) { try ChoiceCallback(json: ["type": "ChoiceCallback"]) }
            let name = try await harness.received(JourneyMessages.Callback(.name, input: [.init("", "")]))
            #expect((name.node?.callbacks.first as? NameCallback)?.getValue() as? String == "")
        }
    }
}
