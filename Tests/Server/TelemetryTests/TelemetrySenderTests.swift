import Foundation
import Primitives
import Synchronization
import Testing

@testable import Telemetry

@Suite("Sending to a collector")
struct TelemetrySenderTests {
    /// Answers by a list, the last answer again and again; nil for none.
    private final class Collector: TelemetryTransport {
        struct Silence: Error {}

        private let answers: Mutex<[TelemetryAnswer?]>
        let paths = Mutex<[String]>([])

        init(_ answers: TelemetryAnswer?...) { self.answers = Mutex(answers) }

        func post(_ body: [UInt8], to path: String) async throws -> TelemetryAnswer {
            paths.withLock { $0.append(path) }
            let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil }
            guard let answer else { throw Silence() }
            return answer
        }
    }

    private final class Pauses: Sendable {
        let all = Mutex<[Duration]>([])
    }

    private func send(
        _ collector: Collector, _ patience: TelemetrySender.Patience = .init()
    ) async throws -> (String?, tries: Int, [Duration]) {
        let pauses = Pauses()
        let sender = TelemetrySender(collector, random: SeededRandom(seed: 1), time: ManualTime()) { pause in
            pauses.all.withLock { $0.append(pause) }
        }
        let reason = try await sender.send([1], of: 10, .traces, patience: patience)
        return (reason, collector.paths.withLock { $0.count }, pauses.all.withLock { $0 })
    }

    @Test("what is taken is sent once, to the path of its kind")
    func taken() async throws {
        let collector = Collector(TelemetryAnswer(status: 200))
        let (reason, tries, pauses) = try await send(collector)
        #expect(reason == nil && tries == 1 && pauses.isEmpty && collector.paths.withLock { $0 } == ["/v1/traces"])
    }

    @Test(
        "what a collector can't take now is sent again, after pauses that grow; so is what it doesn't answer",
        arguments: [429, 502, 503, 504])
    func again(_ status: Int) async throws {
        let (reason, tries, pauses) = try await send(Collector(TelemetryAnswer(status: status), nil, TelemetryAnswer(status: 200)))
        #expect(reason == nil && tries == 3 && pauses.count == 2)
        #expect((.milliseconds(500)...(.seconds(1))).contains(pauses[0]) && (.seconds(1)...(.seconds(2))).contains(pauses[1]))
    }

    @Test("what a collector doesn't want isn't sent again", arguments: [400, 401, 404, 413, 500])
    func refused(_ status: Int) async throws {
        let (reason, tries, _) = try await send(Collector(TelemetryAnswer(status: status)))
        #expect(reason == "the collector answered \(status)" && tries == 1)
    }

    @Test("Retry-After is kept to, as seconds and as a date; one that is too far away ends the tries")
    func retryAfter() async throws {
        let date = DateFormatter()
        date.locale = Locale(identifier: "en_US_POSIX")
        date.timeZone = TimeZone(identifier: "GMT")
        date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let soon = date.string(from: ManualTime().now.addingTimeInterval(9))
        for (text, pause) in [("7", Duration.seconds(7)), (soon, .seconds(9)), ("0", .zero)] {
            let (reason, tries, pauses) = try await send(
                Collector(TelemetryAnswer(status: 503, retryAfter: text), TelemetryAnswer(status: 200)))
            #expect(reason == nil && tries == 2 && pauses.count == 1)
            #expect((pause - .milliseconds(1)...pause).contains(try #require(pauses.first)))
        }
        let (reason, tries, _) = try await send(Collector(TelemetryAnswer(status: 429, retryAfter: "3600")))
        #expect(reason == "the collector answered 429" && tries == 1)
    }

    @Test("after so many tries it is given up; with little time left, after two")
    func bounded() async throws {
        let (reason, tries, pauses) = try await send(Collector(nil))
        #expect(reason == "no answer: Silence" && tries == 6 && pauses.count == 5)
        #expect(try await send(Collector(nil), .short).tries == 2)
    }

    @Test("of what is taken in part the rest isn't sent again")
    func partial() async throws {
        let (reason, tries, _) = try await send(Collector(TelemetryAnswer(status: 200, body: [0x0A, 0x02, 0x08, 0x03])))
        #expect(reason == "the collector rejected 3 of 10" && tries == 1)
    }
}
