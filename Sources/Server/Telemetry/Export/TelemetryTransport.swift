import Primitives

/// The way to a collector.
package protocol TelemetryTransport: Sendable {
    /// Sends a request and returns the answer.
    ///
    /// - Throws: anything when there is none in time.
    func post(_ body: [UInt8], to path: String) async throws -> TelemetryAnswer
}

/// The answer of a collector.
package struct TelemetryAnswer: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The value of `Retry-After`; nil for none.
    package let retryAfter: String?
    /// The content.
    package let body: [UInt8]

    package init(status: Int, retryAfter: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}
