/// Reads events from the bytes of a stream as they come, in whatever pieces (HTML standard, §9.2.6).
public struct ServerSentEventReader: Sendable {
    /// Why a stream can't be read on.
    public struct TooLong: Error, Equatable {
        public init() {}
    }

    /// How many bytes an event may have.
    public let limit: Int

    private var line: [UInt8] = []
    private var event = ServerSentEvent(data: "")
    private var hasData = false
    private var size = 0
    private var isAfterReturn = false
    private var isAtStart = true

    /// A reader of events that have at most so many bytes each; 16 KiB unless said.
    public init(limit: Int = 16 << 10) { self.limit = limit }

    /// Reads more of the stream and gives the events that are complete now. Comments are none; one that only sets ``ServerSentEvent/retry``
    /// has no data.
    ///
    /// - Throws: ``TooLong`` for an event of more than ``limit`` bytes. The reader is of no use then.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            // A line ends with a line feed, a carriage return, or both.
            let isSecondHalf = isAfterReturn && byte == UInt8(ascii: "\n")
            isAfterReturn = byte == UInt8(ascii: "\r")
            if isSecondHalf { continue }
            guard byte == UInt8(ascii: "\n") || isAfterReturn else {
                size += 1
                guard size <= limit else { throw TooLong() }
                line.append(byte)
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    /// The event that a blank line completes.
    private mutating func endLine() -> ServerSentEvent? {
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtStart = false
        defer { line.removeAll(keepingCapacity: true) }
        guard line.isEmpty else {
            take(line)
            return nil
        }
        defer { reset() }
        return hasData || event.retry != nil ? event : nil
    }

    private mutating func take(_ line: [UInt8]) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var rest = line.dropFirst(name.count + 1)
        if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        let value = String(decoding: rest, as: UTF8.self)
        switch String(decoding: name, as: UTF8.self) {
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        case "event": event.name = value
        case "id": if !rest.contains(0) { event.id = value }
        case "retry": event.retry = rest.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(value) : nil
        default: break  // A comment's name is empty.
        }
    }

    private mutating func reset() {
        event = ServerSentEvent(data: "")
        hasData = false
        size = 0
    }
}
