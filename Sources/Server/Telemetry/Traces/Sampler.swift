import Primitives

/// The choice of the traces that are recorded, by their ids: every process with the same ratio chooses the same ones.
package struct Sampler: Sendable {
    private let bound: UInt64

    /// - Parameter ratio: the part of the traces that are recorded, from 0 to 1.
    package init(ratio: Double) {
        bound = ratio >= 1 ? .max : ratio > 0 ? UInt64(ratio * Double(1 << 56)) : 0
    }

    /// True when a trace is recorded: by its last seven bytes, which are random (W3C Trace Context Level 2 §2.2.3).
    package func takes(_ trace: [UInt8]) -> Bool { trace.suffix(7).reduce(0) { $0 << 8 | UInt64($1) } < bound }
}
