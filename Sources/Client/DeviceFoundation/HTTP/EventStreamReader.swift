import Primitives

/// One event of a server (HTML Standard §9.2).
public struct ServerSentEvent: Sendable, Equatable {
    /// `event`; `message` unless the server says otherwise.
    public var type: String
    /// `data`, its lines joined.
    public var data: String
    /// `id`: what `Last-Event-ID` says when the connection is made again.
    public var id: String?

    /// Makes a server-sent event of its members, which are taken unchecked. By default `id` is nil, and `type` is `message`.
    public init(type: String = "message", data: String, id: String? = nil) {
        self.type = type
        self.data = data
        self.id = id
    }
}

/// Reads `text/event-stream` piece by piece (HTML Standard §9.2.6).
public struct EventStreamReader: Sendable {
    /// The longest event, in bytes.
    public static let longest = 64 << 10

    private var line: [UInt8] = []
    private var followsReturn = false
    private var isFirstLine = true
    private var data: [String] = []
    private var type = ""
    private var size = 0
    /// The id of the last event that had one.
    public private(set) var lastID: String?
    /// The number of milliseconds that the server asks to wait before connecting again.
    public private(set) var retry: Int?

    /// Makes a reader at the beginning of a stream.
    public init() {}

    /// The events that a piece of the body completes.
    /// - Throws: ``TransportError`` `.responseTooLarge` for an event longer than ``longest``.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(TransportError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { followsReturn = byte == 0x0D }
            switch byte {
            case 0x0A where followsReturn: continue
            case 0x0A, 0x0D: if let event = endLine() { events.append(event) }
            default:
                size += 1
                guard size <= Self.longest else { throw TransportError(.responseTooLarge, "an event longer than \(Self.longest) bytes") }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        var text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if isFirstLine, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        isFirstLine = false
        guard !text.isEmpty else { return dispatch() }
        // A comment, which servers send to keep the connection.
        guard !text.hasPrefix(":") else {
            if data.isEmpty, type.isEmpty { size = 0 }
            return nil
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1] : ""
        set(String(parts[0]), String(value.hasPrefix(" ") ? value.dropFirst() : value))
        return nil
    }

    private mutating func set(_ field: String, _ value: String) {
        switch field {
        case "data": data.append(value)
        case "event": type = value
        case "id": if !value.unicodeScalars.contains("\0") { lastID = value.isEmpty ? nil : value }
        case "retry": if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { retry = Int(value) ?? retry }
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer { (data, type, size) = ([], "", 0) }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: lastID)
    }
}
