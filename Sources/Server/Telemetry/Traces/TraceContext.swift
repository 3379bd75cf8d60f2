import Instrumentation
import Primitives

/// The place of a span in its trace, as one process tells another in the header `traceparent` (https://www.w3.org/TR/trace-context/).
package struct TraceContext: Sendable, Equatable {
    /// The trace: 16 bytes, not all zero.
    package let trace: [UInt8]
    /// The span: 8 bytes, not all zero.
    package let span: [UInt8]
    /// True when the spans of the trace are recorded.
    package let isSampled: Bool
    /// The text that other systems have written into `tracestate`, passed on as it came; nil for none.
    package let state: String?
    /// True when another process has begun the span.
    package let isRemote: Bool

    package init(trace: [UInt8], span: [UInt8], isSampled: Bool, state: String? = nil, isRemote: Bool = false) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
        self.state = state
        self.isRemote = isRemote
    }

    /// The most bytes of `tracestate` that are passed on.
    private static let longestState = 512

    /// Reads the headers of a request; nil for what isn't as the recommendation says.
    package init?(parent: String, state: String?) {
        let bytes = Array(parent.utf8)
        // version "-" trace "-" parent "-" flags, in lower-case hexadecimal digits; later versions may go on after another hyphen (§3.2).
        guard bytes.count >= 55, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = Self.decoded(bytes[0..<2])?.first, version != 0xFF,
            version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == UInt8(ascii: "-"),
            let trace = Self.decoded(bytes[3..<35]), trace.contains(where: { $0 != 0 }),
            let span = Self.decoded(bytes[36..<52]), span.contains(where: { $0 != 0 }),
            let flags = Self.decoded(bytes[53..<55])?.first
        else { return nil }
        let kept = state.flatMap { $0.utf8.count <= Self.longestState && $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? $0 : nil }
        self.init(trace: trace, span: span, isSampled: flags & 1 == 1, state: kept, isRemote: true)
    }

    /// The value of `traceparent`.
    package var parent: String { "00-\(Hexadecimal.encode(trace))-\(Hexadecimal.encode(span))-\(isSampled ? "01" : "00")" }

    private static func decoded(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        let values = digits.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard values.count == digits.count else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

/// The key under which a task's context has its place in a trace.
package enum TraceContextKey: InstrumentationContextKey {
    /// The place in a trace.
    package typealias Value = TraceContext
}
