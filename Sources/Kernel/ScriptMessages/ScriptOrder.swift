public import Primitives

/// A message of the server to the process that runs scripts.
public enum ScriptOrder: Sendable, Equatable {
    /// See whether a script compiles.
    case check(ScriptSource)
    /// Run a script.
    case run(ScriptRun)
    /// The answer to the running script's call.
    case answer(ScriptAnswer)

    /// The wire form: an object whose one member's name is the case.
    public var json: JSONValue {
        switch self {
        case .check(let source): ["check": source.json]
        case .run(let run): ["run": run.json]
        case .answer(let answer): ["answer": answer.json]
        }
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when it is no object with one member of a known name, or its content is malformed.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let object = json.object, object.count == 1, let member = object.members.first else {
            throw ScriptMessageError(.malformed, "an order is an object with one member")
        }
        switch member.name {
        case "check": self = .check(try ScriptSource(json: member.value))
        case "run": self = .run(try ScriptRun(json: member.value))
        case "answer": self = .answer(try ScriptAnswer(json: member.value))
        default: throw ScriptMessageError(.malformed, "an unknown order")
        }
    }
}

/// The server's answer to a script's call.
public enum ScriptAnswer: Sendable, Equatable {
    /// The call's result.
    case value(JSONValue)
    /// The call is refused or failed; the script gets an exception with this text.
    case refused(String)

    /// The wire form.
    public var json: JSONValue {
        switch self {
        case .value(let value): ["value": value]
        case .refused(let reason): ["refused": .string(reason)]
        }
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when it has neither value nor refusal.
    public init(json: JSONValue) throws(ScriptMessageError) {
        if let value = json["value"] {
            self = .value(value)
        } else if let reason = json["refused"]?.string {
            self = .refused(reason)
        } else {
            throw ScriptMessageError(.malformed, "an answer without value or refusal")
        }
    }
}
