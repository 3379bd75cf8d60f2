import Primitives

/// One event of the long-lived answer over which the built-in push service reaches a device, in the form of the HTML Standard §9.2
/// (`text/event-stream`).
public struct PushEvent: Sendable, Equatable {
    /// The content it brings: the event's type.
    public enum Kind: String, Sendable {
        /// A ``PushStatement`` of this server's.
        case push
        /// A sender's message to a subscription: JSON with its `subscription`, the `contentEncoding` and the `body` in
        /// base64url.
        case message
    }

    /// The first bytes sent, so that the device sees that the stream is open: after how many milliseconds to come back when it breaks off.
    public static let opening: [UInt8] = Array("retry: 2000\n\n".utf8)
    /// The bytes sent while there is nothing to say: a comment, which readers skip.
    public static let keepAlive: [UInt8] = Array(":\n\n".utf8)

    /// Its place, which the device says in `Last-Event-ID` when it comes back.
    public var sequence: Int64
    /// The kind of event, with its content.
    public var kind: Kind
    /// A text without ends of lines.
    public var text: String
    /// The document of the push's challenge, as it would be fetched: this stream is the server's own, so what other carriers must not read can
    /// come along and saves a request. nil where it doesn't: then it is fetched.
    public var document: String?

    /// The longest push that brings its document, in bytes of both.
    public static let longest = 4096

    /// - Parameter document: left out where the whole would be too long.
    public init(sequence: Int64, kind: Kind, text: String, document: String? = nil) {
        self.sequence = sequence
        self.kind = kind
        self.text = text
        self.document = document.flatMap { text.utf8.count + $0.utf8.count <= Self.longest ? $0 : nil }
    }

    /// Reads what an event of the stream brings.
    ///
    /// - Parameters:
    ///   - type: the event's type.
    ///   - data: its data, the lines joined: the text, and the document in a second line.
    /// - Returns: nil for a type that isn't known.
    public init?(type: String, data: String, sequence: Int64 = 0) {
        guard let kind = Kind(exactly: type) else { return nil }
        let lines = data.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(sequence: sequence, kind: kind, text: lines[0], document: lines.count > 1 ? lines[1] : nil)
    }

    /// The event on the wire.
    public var encoded: [UInt8] {
        let lines = [text] + (document.map { [$0] } ?? [])
        return Array("id: \(sequence)\nevent: \(kind.rawValue)\n\(lines.map { "data: \($0)\n" }.joined())\n".utf8)
    }
}
