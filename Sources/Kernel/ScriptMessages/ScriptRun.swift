public import Primitives

/// One run of a script: the text, what it sees, and how far it may go.
public struct ScriptRun: Sendable, Equatable {
    /// The script that runs.
    public var source: ScriptSource
    /// The script's view of the world, by names that the bindings' code knows.
    public var bindings: JSONObject
    /// The bounds on time, memory and output of the run.
    public var limits: ScriptLimits

    /// Makes a script run of its members, which are taken unchecked. By default `bindings` is empty, and `limits` is `ScriptLimits()`.
    public init(_ source: ScriptSource, bindings: JSONObject = JSONObject(), limits: ScriptLimits = ScriptLimits()) {
        self.source = source
        self.bindings = bindings
        self.limits = limits
    }

    /// The wire form.
    public var json: JSONValue {
        ["source": source.json, "bindings": .object(bindings), "limits": limits.json]
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when the source, the bindings or the limits are missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        guard let source = json["source"], let bindings = json["bindings"]?.object, let limits = json["limits"] else {
            throw ScriptMessageError(.malformed, "a run without source, bindings or limits")
        }
        self.init(try ScriptSource(json: source), bindings: bindings, limits: try ScriptLimits(json: limits))
    }
}

/// The limits of a run.
public struct ScriptLimits: Sendable, Equatable {
    /// The time it may compute, in milliseconds; what the server does for it isn't counted.
    public var milliseconds = 1000
    /// The size to which its process may grow, in MiB.
    public var mebibytes = 192
    /// The length that its result may have, in bytes of JSON.
    public var resultBytes = 256 << 10
    /// The amount it may log, in bytes and lines. The rest is dropped, and the last line says so.
    public var logBytes = 16 << 10
    /// The number of lines that it may log; 100 by default.
    public var logLines = 100
    /// The number of times it may ask the server for something.
    public var calls = 100

    /// Makes the limits with their default values.
    public init() {}

    /// The wire form.
    public var json: JSONValue {
        .object(JSONObject(Self.members.map { ($0.name, .integer(Int64(self[keyPath: $0.path]))) }))
    }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed`` when a limit is missing.
    public init(json: JSONValue) throws(ScriptMessageError) {
        for member in Self.members {
            guard let value = json[member.name]?.integer, let limit = Int(exactly: value), (0...Self.largest).contains(limit) else {
                throw ScriptMessageError(.malformed, "limits without \(member.name)")
            }
            self[keyPath: member.path] = limit
        }
    }

    private static let largest = 1 << 30

    private static var members: [(name: String, path: WritableKeyPath<ScriptLimits, Int>)] {
        [
            ("milliseconds", \.milliseconds), ("mebibytes", \.mebibytes), ("resultBytes", \.resultBytes),
            ("logBytes", \.logBytes), ("logLines", \.logLines), ("calls", \.calls),
        ]
    }
}
