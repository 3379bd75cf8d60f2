import DeviceMessages
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
    private static let all = [
        ServerSentEvent(name: "open", data: "", retry: 2000), ServerSentEvent(id: "1", name: "push", data: "a.b.c"),
        ServerSentEvent(data: "two\nlines"), ServerSentEvent(data: "\nends with\n"), ServerSentEvent(id: "7", data: "é — 日本"),
    ]

    @Test("what is written is read, in pieces of whatever size", arguments: [1, 2, 3, 7, 1000])
    func roundTrip(_ size: Int) throws {
        let bytes = Self.all.flatMap { $0.encoded + ServerSentEvent.keepAlive }
        var reader = ServerSentEventReader()
        var read: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            read += try reader.read(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(read == Self.all)
    }

    @Test(
        "the rules of the standard",
        arguments: [
            ("data: a\n\n", ["a"]), ("data:a\r\n\r\n", ["a"]), ("data: a\r\rdata: b\r\r", ["a", "b"]), ("data:  a\n\n", [" a"]),
            (": comment\n\n", []), ("data: a\n", []), ("event: x\n\n", []), ("data\n\n", [""]), ("data\ndata\n\n", ["\n"]),
            ("unknown: x\ndata: a\n\n", ["a"]), ("\u{FEFF}data: a\n\n", ["a"]), ("data: a: b\n\n", ["a: b"]), ("\n\n\n", []),
        ])
    func rules(_ text: String, _ data: [String]) throws {
        var reader = ServerSentEventReader()
        #expect(try reader.read(Array(text.utf8)).map(\.data) == data)
    }

    @Test("an id with a NUL and a retry that is no number are skipped")
    func skipped() throws {
        var reader = ServerSentEventReader()
        let events = try reader.read(Array("id: a\0b\nretry: 1x\ndata: a\n\n".utf8))
        #expect(events == [ServerSentEvent(data: "a")])
    }

    @Test("an event without end is refused")
    func tooLong() throws {
        var reader = ServerSentEventReader(limit: 100)
        #expect(try reader.read(Array("data: \(String(repeating: "x", count: 90))\n\n".utf8)).count == 1)
        #expect(throws: ServerSentEventReader.TooLong()) { try reader.read([UInt8](repeating: 0x61, count: 101)) }
        var lines = ServerSentEventReader(limit: 100)
        #expect(throws: ServerSentEventReader.TooLong()) {
            for _ in 0..<100 { _ = try lines.read(Array("data: x\n".utf8)) }
        }
    }
}
