public import DeviceMessages
public import Primitives

/// The latest messages of a device's log, which hold nothing secret. The answer is a ``/DeviceMessages/LogReceipt``.
public struct LogLines: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case text
    }

    /// The longest text, in bytes.
    public static let longest = 256 << 10

    /// The messages, one a line.
    public var text: String

    /// Makes log lines of a text, the end of which is taken where it is longer than ``longest``.
    public init(_ text: String) { self.text = String(own: text.utf8.suffix(Self.longest - 3)) }

    /// The JSON object of the wire, with the member `text`.
    public var json: JSONValue { [Member.text.rawValue: .string(text)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when the member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        text = try Members(json, of: "the log").optionalText(Member.text.rawValue, atMost: Self.longest) ?? ""
    }
}
