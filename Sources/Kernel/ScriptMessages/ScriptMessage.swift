public import Primitives

/// A message between a server and its script process: one frame of JSON.
public protocol ScriptMessage {
    /// The wire form.
    var json: JSONValue { get }

    /// Reads ``json``.
    /// - Throws: ``ScriptMessageError/Code/malformed``.
    init(json: JSONValue) throws(ScriptMessageError)
}

extension ScriptMessage {
    /// Reads a frame's content.
    ///
    /// - Throws: ``ScriptMessageError/Code/malformed`` when it isn't bounded JSON, or no such message.
    public init(frame: [UInt8]) throws(ScriptMessageError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: frame, limits: ScriptMessageLimits.json) } catch {
            throw ScriptMessageError(.malformed, error.reason)
        }
        try self.init(json: json)
    }
}

/// The bounds of messages between a server and its script process.
public enum ScriptMessageLimits {
    /// The longest message, in bytes of JSON.
    public static let longest = 4 << 20
    static let json = JSONLimits(bytes: longest, depth: 64, values: 200_000)
}

extension ScriptOrder: ScriptMessage {}
extension ScriptReport: ScriptMessage {}
