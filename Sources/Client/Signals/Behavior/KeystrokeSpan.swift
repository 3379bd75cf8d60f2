import Primitives
import RiskSignals

/// The keystrokes in a field since they were reported last. They are told apart by the length of the text: one character more is a keystroke, less
/// is a correction, and more than one at once was pasted or filled in.
struct KeystrokeSpan: Sendable {
    /// The number of times between keystrokes that are kept, as no more keystrokes are told.
    private static let most = 64

    private let element: SignalWord?
    private var length: Int
    private var last: Double?
    private var strokes = 0
    private var gaps: [Int] = []
    private var corrections = 0
    private var isPasted = false

    init(_ text: ObservedText, length: Int) {
        element = text.element.map(SignalWord.init(ofProgram:))
        self.length = Self.bounded(length)
    }

    /// A length as an app tells it, within bounds in which differences can be computed.
    private static func bounded(_ length: Int) -> Int { min(max(length, 0), 1 << 30) }

    mutating func change(_ text: ObservedText) {
        let difference = Self.bounded(text.length) - length
        length += difference
        guard difference <= 1 else {
            (isPasted, last) = (true, nil)
            return
        }
        if difference < 0 { corrections += 1 }
        if let last, gaps.count < Self.most { gaps.append(.milliseconds(text.time - last)) }
        last = text.time
        strokes += 1
    }

    /// Takes what is to be reported; nil for nothing. A single keystroke has no time between, and waits for the next one.
    mutating func take() -> BehaviorSample? {
        guard !gaps.isEmpty || corrections > 0 || isPasted else { return nil }
        let mean = gaps.isEmpty ? 0 : gaps.reduce(0, +) / gaps.count
        let deviation = gaps.isEmpty ? 0 : gaps.reduce(0) { $0 + abs($1 - mean) } / gaps.count
        defer { (strokes, gaps, corrections, isPasted) = (0, [], 0, false) }
        return .keys(
            .init(
                element: element, strokes: gaps.isEmpty ? 0 : strokes, interval: mean, deviation: deviation, corrections: corrections,
                isPasted: isPasted))
    }
}
