public import Primitives

/// A step of a journey: what the server asks, and, with its inputs filled in, what the client answers
/// (`docs/protocols/step-protocol.md` 2.2, 2.3).
public struct Step: Sendable, Equatable {
    /// The journey's state, opaque to clients; it changes with every step.
    public var authID: String
    /// A page's stage: any text, often JSON with hints for the user interface.
    public var stage: String?
    /// A page's header and description, in the user's language.
    public var header: String?
    public var description: String?
    /// The questions, in the order to show them.
    public var callbacks: [Callback]

    /// Makes a step of its members, which are taken unchecked. By default `stage`, `header` and `description` are nil.
    public init(
        authID: String, stage: String? = nil, header: String? = nil, description: String? = nil, callbacks: [Callback]
    ) {
        self.authID = authID
        self.stage = stage
        self.header = header
        self.description = description
        self.callbacks = callbacks
    }

    /// A step that comes back with the answers that its own page or flow has given in another way: none is missing.
    package init(unanswered authID: String) { self.init(authID: authID, callbacks: [Callback("", input: [])]) }

    /// The JSON object of the wire.
    public var json: JSONValue {
        var object: JSONObject = ["authId": .string(authID)]
        object["stage"] = stage.map(JSONValue.string)
        object["header"] = header.map(JSONValue.string)
        object["description"] = description.map(JSONValue.string)
        object["callbacks"] = .array(callbacks.map(\.json))
        return .object(object)
    }

    /// Reads the wire form. Unknown members are ignored, as clients echo things of their own; missing callbacks are none.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no object, has no `authId` or a callback is malformed;
    ///   ``JourneyMessageError/Code/tooLarge`` when it has too many callbacks.
    public init(json: JSONValue) throws(JourneyMessageError) {
        guard let object = json.object else { throw JourneyMessageError(.malformed, "a step is a JSON object") }
        guard let authID = object["authId"]?.string else { throw JourneyMessageError(.malformed, "a step has no authId") }
        let elements = object["callbacks"].flatMap(\.array) ?? []
        guard elements.count <= StepLimits.callbacks else {
            throw JourneyMessageError(.tooLarge, "a step with \(elements.count) callbacks; at most \(StepLimits.callbacks)")
        }
        var callbacks: [Callback] = []
        for element in elements { callbacks.append(try Callback(json: element)) }
        self.init(
            authID: authID, stage: object["stage"]?.string, header: object["header"]?.string,
            description: object["description"]?.string, callbacks: callbacks)
    }
}
