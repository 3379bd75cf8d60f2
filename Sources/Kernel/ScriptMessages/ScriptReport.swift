public import Primitives

/// A message of the process that runs scripts to the server. The server believes none of it: a script may have taken the process over.
public enum ScriptReport: Sendable, Equatable {
    /// The script asks for something and waits for the ``ScriptAnswer``.
    case call(ScriptCall)
    /// The script writes a line to its log.
    case log(ScriptLogLine)
    /// The script compiles, or has run to its end.
    case finished(ScriptResult)
    /// The script does not compile, or ended with an error.
    case failed(ScriptFailure)

    /// The wire form: an object whose one member's name is the case.
    public var json: JSONValue {
        switch self {
        case .call(let call): ["call": call.json]
        case .log(let line): ["log": line.json]
        case .finished(let result): ["finished": result.json]
        case .failed(let failure): ["failed": failure.json]
        }
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when it is no object with one member of a known name, or its content is malformed.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let object = json.object, object.count == 1, let member = object.members.first else {
            throw ScriptMessageError(.malformed, "a report is an object with one member")
        }
        switch member.name {
        case "call": self = .call(try ScriptCall(json: member.value))
        case "log": self = .log(try ScriptLogLine(json: member.value))
        case "finished": self = .finished(try ScriptResult(json: member.value))
        case "failed": self = .failed(try ScriptFailure(json: member.value))
        default: throw ScriptMessageError(.malformed, "an unknown report")
        }
    }
}

/// Something that a script asks of the server, such as a user's attributes.
public struct ScriptCall: Sendable, Equatable {
    /// A binding's name and a verb, such as `identity.read`.
    public var method: String
    /// The arguments of the call, in the order that the verb expects.
    public var arguments: [JSONValue]

    /// Makes a script call of its members, which are taken unchecked.
    public init(_ method: String, _ arguments: [JSONValue]) {
        self.method = method
        self.arguments = arguments
    }

    /// The wire form.
    public var json: JSONValue { ["method": .string(method), "arguments": .array(arguments)] }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the method or the arguments are missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let method = json["method"]?.string, let arguments = json["arguments"]?.array else {
            throw ScriptMessageError(.malformed, "a call without method or arguments")
        }
        self.init(method, arguments)
    }
}

/// A line that a script logs.
public struct ScriptLogLine: Sendable, Equatable {
    /// The importance of a line.
    public enum Level: String, Sendable { case trace, debug, info, warn, error }

    /// The importance of the line.
    public var level: Level
    /// The line's text.
    public var text: String

    /// Makes a script log line of its members, which are taken unchecked.
    public init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }

    /// The wire form.
    public var json: JSONValue { ["level": .string(level.rawValue), "text": .string(text)] }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the level or the text is missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let level = json["level"]?.string.flatMap(Level.init(exactly:)), let text = json["text"]?.string else {
            throw ScriptMessageError(.malformed, "a log line without level or text")
        }
        self.init(level, text)
    }
}
