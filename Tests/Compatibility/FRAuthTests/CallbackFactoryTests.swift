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

        @Test("what the class refuses is plain, and goes back untouched")
        func refused() async throws {
            CallbackFactory.shared.registerCallback(callbackType: "ShoeSizeCallback", callbackClass: ShoeSizeCallback.self)
            let sent = try await harness.answers(callback(unit: 7)) { callbacks in
                #expect(!(callbacks[0] is ShoeSizeCallback))
            }
            #expect(sent == [""])
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

        @Test("a known type that makes no sense is plain")
        func malformed() async throws {
            let choice = JourneyMessages.Callback(.choice, output: [.init("choices", 7)], input: [.init("", 0)])
            let sent = try await harness.answers(choice) { callbacks in #expect(!(callbacks[0] is ChoiceCallback)) }
            #expect(sent == [0])
            #expect(throws: AuthError.self) { try ChoiceCallback(json: ["type": "ChoiceCallback"]) }
        }
    }
}
