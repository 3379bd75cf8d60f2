internal import Foundation
package import Primitives

/// Sends what was gathered to a collector, and again when the collector says that this may help (OTLP/HTTP: 429, 502, 503, 504, and no answer).
package struct TelemetrySender: Sendable {
    /// The bounds within which something is sent again.
    package struct Patience: Sendable {
        /// The most tries.
        package var tries: Int
        /// The longest pause before another try; a collector that asks for more is given up.
        package var longestPause: Duration

        package init(tries: Int = 6, longestPause: Duration = .seconds(30)) {
            self.tries = tries
            self.longestPause = longestPause
        }

        /// Two tries, when there is time for no more.
        package static let short = Patience(tries: 2, longestPause: .seconds(2))
    }

    private let transport: any TelemetryTransport
    private let random: any RandomSource
    private let time: any TimeSource
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(
        _ transport: any TelemetryTransport, random: any RandomSource = SystemRandom(), time: any TimeSource = SystemTime(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.transport = transport
        self.random = random
        self.time = time
        self.sleep = sleep
    }

    /// Sends a request, and counts what became of what is in it.
    ///
    /// - Returns: nil when the collector has taken it, otherwise one line why not.
    /// - Throws: `CancellationError` when the task ends meanwhile; nothing is counted then.
    package func send(
        _ body: [UInt8], of items: Int, _ signal: TelemetrySignal, patience: Patience = Patience()
    ) async throws(CancellationError) -> String? {
        var reason = ""
        for number in 1...max(1, patience.tries) {
            var pause = Self.pause(after: number, random)
            do {
                let answer = try await transport.post(body, to: signal.path)
                if (200..<300).contains(answer.status) {
                    let rejected = min(items, OTLP.rejected(in: answer.body) ?? 0)
                    TelemetryCounts.count(items - rejected, of: signal, .exported)
                    TelemetryCounts.count(rejected, of: signal, .rejected)
                    return rejected == 0 ? nil : "the collector rejected \(rejected) of \(items)"
                }
                reason = "the collector answered \(answer.status)"
                guard [429, 502, 503, 504].contains(answer.status) else { break }
                if let asked = answer.retryAfter.flatMap({ Self.pause(asked: $0, now: time.now) }) { pause = asked }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                reason = "no answer: \(type(of: error))"
            }
            guard number < patience.tries, pause <= patience.longestPause else { break }
            do { try await sleep(pause) } catch { throw CancellationError() }
        }
        TelemetryCounts.count(items, of: signal, .dropped)
        return reason
    }

    /// The pause before another try: longer after each, and not as long as that of other nodes that failed at the same time.
    private static func pause(after number: Int, _ random: any RandomSource) -> Duration {
        let longest = Duration.seconds(1) * (1 << min(number - 1, 5))
        let part = Double(random.bytes(2).reduce(0) { $0 << 8 | UInt16($1) }) / 65_535
        return longest / 2 + longest / 2 * part
    }

    /// The pause that a collector asks for: seconds, or a date (RFC 9110 §10.2.3).
    private static func pause(asked text: String, now: Date) -> Duration? {
        if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }
}
