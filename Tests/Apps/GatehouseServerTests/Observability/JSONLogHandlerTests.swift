import Foundation
import Logging
import Primitives
import Synchronization
import Testing

@testable import GatehouseServer

@Suite("The log as JSON")
struct JSONLogHandlerTests {
    @Test("an event is one object on one line, also when its text has several")
    func oneLine() throws {
        let lines = Lines()
        var logger = logger(lines)
        logger[metadataKey: "realm"] = "alpha"
        logger.error("two\nlines \"quoted\"", metadata: ["attempt": "3", "list": ["a", "b"]])
        let written = try #require(lines.all.first)
        #expect(lines.all.count == 1 && written.last == UInt8(ascii: "\n") && written.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        let event = try JSONValue(parsing: written.dropLast())
        #expect(event["message"] == "two\nlines \"quoted\"")
        #expect(event["level"] == "error" && event["logger"] == "test" && event["realm"] == "alpha" && event["attempt"] == "3")
        #expect(event["list"] == ["a", "b"])
        #expect(event["time"]?.string?.hasPrefix("2026-01-01T00:00:00") == true)
    }

    @Test("metadata can't pass for the event's own members")
    func ownMembers() throws {
        let lines = Lines()
        logger(lines).warning("true", metadata: ["level": "info", "message": "false"])
        let event = try JSONValue(parsing: try #require(lines.all.first).dropLast())
        #expect(event["level"] == "warning" && event["message"] == "true")
    }

    private func logger(_ lines: Lines) -> Logger {
        let time = ManualTime()
        return Logger(label: "test") { label in JSONLogHandler(label: label, now: { time.now }) { lines.add($0) } }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[[UInt8]]>([])
        var all: [[UInt8]] { lines.withLock { $0 } }
        func add(_ line: [UInt8]) { lines.withLock { $0.append(line) } }
    }
}
