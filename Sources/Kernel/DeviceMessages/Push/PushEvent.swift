/// One event of the long-lived answer over which the built-in push service reaches a device, in the form of the HTML Standard §9.2
/// (`text/event-stream`).
public struct PushEvent: Sendable, Equatable {
    /// What it brings: the event's type.
    public enum Kind: String, Sendable {
        /// A ``PushStatement`` of this server's.
        case push
        /// What somebody else sent to a subscription: JSON with its `subscription`, the `contentEncoding` and the `body` in base64url.
        case message
    }

    /// What is sent first, so that the device sees that the stream is open: after how many milliseconds to come back when it breaks off.
    public static let opening: [UInt8] = Array("retry: 2000\n\n".utf8)
    /// What is sent while there is nothing to say: a comment, which readers skip.
    public static let keepAlive: [UInt8] = Array(":\n\n".utf8)

    /// Its place, which the device says in `Last-Event-ID` when it comes back.
    public var sequence: Int64
    public var kind: Kind
    /// A text without ends of lines.
    public var text: String

    public init(sequence: Int64, kind: Kind, text: String) {
        self.sequence = sequence
        self.kind = kind
        self.text = text
    }

    /// The event on the wire.
    public var encoded: [UInt8] { Array("id: \(sequence)\nevent: \(kind.rawValue)\ndata: \(text)\n\n".utf8) }
}
