import DeviceFoundation
import Testing

@Suite("Event streams: HTML Standard §9.2")
struct EventStreamTests {
    private func events(_ text: String, pieces: Int = .max) throws -> [ServerSentEvent] {
        var reader = EventStreamReader()
        let bytes = Array(text.utf8)
        return try stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))).flatMap { start in
            try reader.read(bytes[start..<min(start + min(pieces, bytes.count), bytes.count)])
        }
    }

    /// The examples of §9.2.6, and what the rules say besides.
    static let standard: [(String, [ServerSentEvent])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:\n", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
        (
            "\u{FEFF}event: push\r\ndata: a\r\nid: 7\r\n\r\ndata: b\r\r",
            [
                ServerSentEvent(type: "push", data: "a", id: "7"), ServerSentEvent(data: "b", id: "7"),
            ]
        ),
        ("event: empty\n\ndata: x\n\n", [ServerSentEvent(data: "x")]),
        ("unknown: 1\ndata: unfinished\n", []),
        ("id: a\0b\ndata: x\n\n", [ServerSentEvent(data: "x")]),
    ]

    @Test("reads the examples, whole or byte by byte", arguments: standard.indices, [1, 2, 3, Int.max])
    func examples(_ index: Int, _ pieces: Int) throws {
        let (text, expected) = Self.standard[index]
        #expect(try events(text, pieces: pieces) == expected)
    }

    @Test("a retry is a whole number of milliseconds")
    func retry() throws {
        var reader = EventStreamReader()
        _ = try reader.read(Array("retry: 250\n\nretry: x\n\nretry: 99999999999999999999999\n".utf8))
        #expect(reader.retry == 250)
    }

    @Test("an event without an end is refused, and comments without end are not")
    func tooLong() throws {
        var reader = EventStreamReader()
        #expect(throws: TransportError(.responseTooLarge, "")) {
            try reader.read(Array("data: ".utf8) + [UInt8](repeating: 0x61, count: EventStreamReader.longest))
        }
        var patient = EventStreamReader()
        for _ in 0..<40_000 { _ = try patient.read(Array(": still here\n\n".utf8)) }
        #expect(try patient.read(Array("data: x\n\n".utf8)) == [ServerSentEvent(data: "x")])
    }
}
