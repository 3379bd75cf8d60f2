import Primitives
import RiskSignals

/// A touch from its beginning on.
struct TouchSpan: Sendable {
    private let first: ObservedTouch
    private var pressure: Double

    init(_ first: ObservedTouch) {
        self.first = first
        pressure = first.pressure
    }

    mutating func move(_ touch: ObservedTouch) { pressure = max(pressure, touch.pressure) }

    /// The whole touch.
    func sample(until last: ObservedTouch) -> BehaviorSample {
        let (x, y) = (last.x - first.x, last.y - first.y)
        return .touch(
            .init(
                element: first.element.map(SignalWord.init(ofProgram:)), duration: .milliseconds(last.time - first.time),
                distance: .bounded((x * x + y * y).squareRoot()), pressure: .bounded(max(pressure, last.pressure) * 1000)))
    }
}

extension Int {
    /// Seconds in milliseconds.
    static func milliseconds(_ seconds: Double) -> Int { bounded(seconds * 1000) }

    /// A number that was measured; 0 for what is less or no number at all, and at most a million times ten, beyond every bound of a sample.
    static func bounded(_ value: Double) -> Int { value > 0 ? Int(Swift.min(value, 10_000_000).rounded()) : 0 }
}
