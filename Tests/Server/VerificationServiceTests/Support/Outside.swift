import Foundations
import Synchronization

/// The servers outside, to which this one sends requests: it answers by what a test has set.
final class Outside: OutboundHTTP {
    private let state = Mutex<(@Sendable (OutboundRequest) async throws -> OutboundAnswer)?>(nil)

    func answer(_ answer: @escaping @Sendable (OutboundRequest) async throws -> OutboundAnswer) { state.withLock { $0 = answer } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        let answer = state.withLock { $0 }
        return try await answer?(request) ?? OutboundAnswer(status: 200, body: "")
    }
}
