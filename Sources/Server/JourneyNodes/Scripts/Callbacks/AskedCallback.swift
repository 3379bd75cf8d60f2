import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

/// The part of a callback asked by a script in the step before that is needed to hand the script the answers.
struct AskedCallback {
    let type: String
    /// The suffixes of its inputs.
    let inputs: [String]
    /// A hidden value's id.
    let id: String?
    /// The members by which a script that asks several tells them apart, and the labels that an index stands for.
    let prompt: String?
    let name: String?
    let choices: [String]?

    init(_ callback: Callback) {
        type = callback.type.name
        inputs = callback.input.map(\.name)
        id = callback.output("id")?.string
        prompt = callback.output("prompt")?.string
        name = callback.output("name")?.string
        choices = (callback.output("choices") ?? callback.output("options"))?.strings
    }

    /// Reads ``json``.
    init?(json: JSONValue) {
        guard let type = json["t"]?.string, let inputs = json["i"]?.strings else { return nil }
        self.type = type
        self.inputs = inputs
        id = json["d"]?.string
        prompt = json["p"]?.string
        name = json["n"]?.string
        choices = json["c"]?.strings
    }

    /// Its form in the state.
    var json: JSONValue {
        var object: JSONObject = ["t": .string(type), "i": .array(inputs.map(JSONValue.string))]
        object["d"] = id.map(JSONValue.string)
        object["p"] = prompt.flatMap { $0.isEmpty ? nil : .string($0) }
        object["n"] = name.map(JSONValue.string)
        object["c"] = choices.map { .array($0.map(JSONValue.string)) }
        return .object(object)
    }

    /// Returns the callback with its answers, as the bindings read it.
    func answered(_ answer: (String) -> JSONValue?) -> JSONValue {
        let values = inputs.compactMap { suffix in answer(suffix).map { (suffix, $0) } }
        var object: JSONObject = ["type": .string(type), "values": .object(JSONObject(values))]
        object["id"] = id.map(JSONValue.string)
        object["prompt"] = prompt.map(JSONValue.string)
        object["name"] = name.map(JSONValue.string)
        object["choices"] = choices.map { .array($0.map(JSONValue.string)) }
        return .object(object)
    }
}

extension Turn {
    /// The key under which the running node keeps what its script has asked.
    var askedKey: String { "\(place).asked" }

    /// The callbacks that the running node's script asked in the step before.
    var asked: [AskedCallback] {
        get { state.shared[askedKey]?.array?.compactMap(AskedCallback.init) ?? [] }
        set { state.shared[askedKey] = newValue.isEmpty ? nil : .array(newValue.map(\.json)) }
    }
}
