import Primitives
import RiskSignals

/// The accelerations of some seconds, without their directions.
struct MotionSpan: Sendable {
    /// The length of a span in seconds.
    private static let length = 5.0
    /// The number of samples that are kept of a span.
    private static let most = 1000

    private var magnitudes: [Double] = []
    private var begin: Double?

    /// Adds an acceleration in standard gravity; the span before, when it is over.
    mutating func add(x: Double, y: Double, z: Double, at time: Double) -> BehaviorSample? {
        let ended = begin.map { time - $0 >= Self.length } ?? false ? take() : nil
        begin = begin ?? time
        let magnitude = (x * x + y * y + z * z).squareRoot()
        if magnitudes.count < Self.most, magnitude.isFinite { magnitudes.append(magnitude) }
        return ended
    }

    /// Takes what is to be reported; nil for nothing. A single sample has no deviation, and waits for the next one.
    mutating func take() -> BehaviorSample? {
        guard magnitudes.count > 1 else { return nil }
        let mean = magnitudes.reduce(0, +) / Double(magnitudes.count)
        let deviation = magnitudes.reduce(0) { $0 + abs($1 - mean) } / Double(magnitudes.count)
        defer { (magnitudes, begin) = ([], nil) }
        return .motion(.init(samples: magnitudes.count, deviation: .bounded(deviation * 1_000_000)))
    }
}
