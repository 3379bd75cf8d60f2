public import Primitives

/// The result of a run.
public struct ScriptResult: Sendable, Equatable {
    /// The value that the bindings gathered: the outcome, the callbacks, the changes of the state.
    public var value: JSONValue
    /// The size of the process now, in MiB, so that the server can replace one that has grown.
    public var mebibytes: Int

    /// Makes a script result of its members, which are taken unchecked.
    public init(_ value: JSONValue, mebibytes: Int) {
        self.value = value
        self.mebibytes = mebibytes
    }

    /// The wire form.
    public var json: JSONValue { ["value": value, "mebibytes": .integer(Int64(mebibytes))] }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the value or the size is missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let value = json["value"], let size = json["mebibytes"]?.integer.flatMap({ Int(exactly: $0) }) else {
            throw ScriptMessageError(.malformed, "a result without value or size")
        }
        self.init(value, mebibytes: size)
    }
}

/// The failure of a script to compile or to run to its end.
public struct ScriptFailure: Error, Sendable, Equatable {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// The text is no JavaScript.
        case syntax
        /// It threw an exception that it didn't catch.
        case exception
        /// It computed for too long.
        case time
        /// Its result was too long, or no JSON can hold it.
        case result
    }

    /// The kind of failure, by its name on the wire.
    public var code: Code
    /// JavaScript's words, such as `ReferenceError: Can't find variable: x`.
    public var message: String
    /// The line in the script, counted from 1; nil when that isn't known.
    public var line: Int?
    /// The column in the line, counted as the engine counts; nil when it isn't known.
    public var column: Int?

    /// Makes a script failure of its members, which are taken unchecked. By default `line` and `column` are nil.
    public init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.message = message
        self.line = line
        self.column = column
    }

    /// The wire form.
    public var json: JSONValue {
        var object: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
        object["line"] = line.map { .integer(Int64($0)) }
        object["column"] = column.map { .integer(Int64($0)) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the code or the message is missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let code = json["code"]?.string.flatMap(Code.init(exactly:)), let message = json["message"]?.string else {
            throw ScriptMessageError(.malformed, "a failure without code or message")
        }
        self.init(code, message, line: Self.position(json["line"]), column: Self.position(json["column"]))
    }

    private static func position(_ value: JSONValue?) -> Int? { value?.integer.flatMap { Int(exactly: $0) } }
}
