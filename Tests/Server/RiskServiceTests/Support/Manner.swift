import DeviceFoundation
import Foundation
import Primitives
import Risk
import Signals
import Synchronization
import Testing

/// A user or a program before a form, as an app observes it.
enum Manner: Sendable, CaseIterable {
    case human, bot

    /// The number of keystrokes.
    static let strokes = 9

    /// The times between keystrokes in seconds: a user's are uneven.
    private var gaps: [Double] {
        self == .human ? [0.21, 0.13, 0.34, 0.18, 0.09, 0.27, 0.16, 0.4] : Array(repeating: 0.002, count: Self.strokes - 1)
    }

    func behave(_ feed: BehaviorFeed) {
        feed.note(ObservedText(id: 1, .began, length: 0, time: 9.5, element: "password"))
        var time = 10.0003
        for (index, gap) in ([0] + gaps).enumerated() {
            time += gap
            feed.note(ObservedText(id: 1, .changed, length: index + 1, time: time))
        }
        guard self == .human else { return }
        feed.note(ObservedTouch(.began, x: 100, y: 300, time: 13.2, pressure: 0.3, element: "login"))
        feed.note(ObservedTouch(.ended, x: 101, y: 302, time: 13.291, pressure: 0.2))
    }

    /// Checks what the server says of who behaved so.
    func check(_ recorded: RecordedEvaluation, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
        let bot = recorded.result["details"]?["botDetection"]
        #expect(recorded.signals == "TAKEN" && bot?["strokes"]?.integer == Int64(times * Self.strokes), sourceLocation: sourceLocation)
        #expect(bot?["level"] == (self == .bot ? "HIGH" : "LOW"), "\(bot ?? .null)", sourceLocation: sourceLocation)
        #expect(recorded.recommendedAction == (self == .bot ? "BOT_MITIGATION" : nil), sourceLocation: sourceLocation)
    }
}

/// Sends a client's requests to the server's routes, and counts those that brought signals.
final class CountingTransport: HTTPTransport {
    private let inner: RouteTransport
    private let counts = Mutex((all: 0, batches: 0))

    init(_ server: RiskServer) { inner = RouteTransport(server: server) }

    /// The number of answered requests.
    var requests: Int { counts.withLock { $0.all } }
    /// The number of those that brought signals.
    var batches: Int { counts.withLock { $0.batches } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await inner.send(request)
        let isBatch = request.url.path().hasSuffix("/batches")
        counts.withLock { $0 = ($0.all + 1, $0.batches + (isBatch ? 1 : 0)) }
        return response
    }

    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await inner.stream(request) }

    /// Waits until so many requests have brought signals.
    func waits(forBatches number: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<500 where batches < number { try await Task.sleep(for: .milliseconds(10)) }
        #expect(batches == number, sourceLocation: sourceLocation)
    }
}
