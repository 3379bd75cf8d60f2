import Primitives
package import Tracing

/// A span that has ended, as it is sent.
package struct FinishedSpan: Sendable {
    package let context: TraceContext
    /// The id of the span within which it is; nil for the first of a trace.
    package let parent: [UInt8]?
    package let name: String
    package let kind: SpanKind
    /// Nanoseconds since 1970.
    package let start: UInt64
    package let end: UInt64
    package let attributes: SpanAttributes
    package let hasFailed: Bool
}
