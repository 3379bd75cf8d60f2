import Primitives
package import Tracing

/// A span that has ended, as it is sent.
package struct FinishedSpan: Sendable {
    package let context: TraceContext
    /// The id of the span within which it is; nil for the first of a trace.
    package let parent: [UInt8]?
    /// The name: of a request method and route, of others what is done.
    package let name: String
    /// The side of a call that it is.
    package let kind: SpanKind
    /// Nanoseconds since 1970.
    package let start: UInt64
    /// Nanoseconds since 1970.
    package let end: UInt64
    /// The attributes, of those in ``SpanRules``.
    package let attributes: SpanAttributes
    /// True when what it tells of has failed.
    package let hasFailed: Bool
}
