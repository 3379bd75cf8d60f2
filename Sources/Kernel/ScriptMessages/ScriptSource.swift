public import Primitives

/// A script's text and how it is to be read.
public struct ScriptSource: Sendable, Equatable {
    /// The bindings that a script expects; on the wire and in export files the evaluator's version (`docs/protocols/journey-nodes.md` 1.6).
    public enum Generation: String, Sendable, CaseIterable {
        /// The bindings of the first generation, `1.0`.
        case legacy = "1.0"
        /// The bindings of the second generation, `2.0`.
        case next = "2.0"
    }

    /// The script's name, as its errors and its log lines give it.
    public var name: String
    /// The script's JavaScript.
    public var text: String
    /// The bindings that the script expects.
    public var generation: Generation

    /// Makes a script source of its members, which are taken unchecked.
    public init(name: String, text: String, generation: Generation) {
        self.name = name
        self.text = text
        self.generation = generation
    }

    /// The wire form.
    public var json: JSONValue {
        ["name": .string(name), "text": .string(text), "generation": .string(generation.rawValue)]
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the name, the text or the generation is missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let name = json["name"]?.string, let text = json["text"]?.string,
            let generation = json["generation"]?.string.flatMap(Generation.init(exactly:))
        else { throw ScriptMessageError(.malformed, "a script without name, text or generation") }
        self.init(name: name, text: text, generation: generation)
    }
}
