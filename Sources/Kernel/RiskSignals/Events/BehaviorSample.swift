import Primitives

/// Something that a user did with the device: how long, how far and how evenly; never where on the screen, and never which key, since both tell
/// what was typed.
public enum BehaviorSample: Sendable, Hashable {
    /// A touch or a mouse's click.
    case touch(Touch)
    /// A span of the motion sensors.
    case motion(Motion)
    /// The keystrokes in one field.
    case keys(Keys)
    /// The time that a question took to be answered.
    case answer(ResponseTime)

    /// A touch of an element.
    public struct Touch: Sendable, Hashable {
        /// The element's identifier; nil when it has none.
        public var element: SignalWord?
        /// The duration in milliseconds, 0 to 60 000.
        public var duration: Int
        /// The distance from the first to the last point, in points, 0 to 10 000.
        public var distance: Int
        /// The pressure in thousandths of the sensor's greatest; 0 where there is none to measure.
        public var pressure: Int

        /// Makes a touch; values beyond a bound become the bound.
        public init(element: SignalWord? = nil, duration: Int, distance: Int = 0, pressure: Int = 0) {
            self.element = element
            self.duration = duration.clamped(to: Bounds.milliseconds)
            self.distance = distance.clamped(to: Bounds.points)
            self.pressure = pressure.clamped(to: Bounds.thousandths)
        }
    }

    /// A span of motion, summed up.
    public struct Motion: Sendable, Hashable {
        /// The number of samples, 0 to 10 000.
        public var samples: Int
        /// The mean deviation of the acceleration from its mean, in millionths of standard gravity, 0 to 10 000 000.
        public var deviation: Int

        /// Makes a span; values beyond a bound become the bound.
        public init(samples: Int, deviation: Int) {
            self.samples = samples.clamped(to: Bounds.points)
            self.deviation = deviation.clamped(to: Bounds.gravity)
        }
    }

    /// The keystrokes in one field, summed up.
    public struct Keys: Sendable, Hashable {
        /// The field's identifier; nil when it has none.
        public var element: SignalWord?
        /// The number of keystrokes, 0 to 64; more are 64, so that the length of a long secret isn't told.
        public var strokes: Int
        /// The mean time between two keystrokes in milliseconds, 0 to 60 000.
        public var interval: Int
        /// The mean deviation from that mean in milliseconds, 0 to 60 000.
        public var deviation: Int
        /// The number of corrections, 0 to 64.
        public var corrections: Int
        /// Whether a text was pasted.
        public var isPasted: Bool

        /// Makes a sum; values beyond a bound become the bound.
        public init(
            element: SignalWord? = nil, strokes: Int, interval: Int, deviation: Int, corrections: Int = 0, isPasted: Bool = false
        ) {
            self.element = element
            self.strokes = strokes.clamped(to: Bounds.strokes)
            self.interval = interval.clamped(to: Bounds.milliseconds)
            self.deviation = deviation.clamped(to: Bounds.milliseconds)
            self.corrections = corrections.clamped(to: Bounds.strokes)
            self.isPasted = isPasted
        }
    }

    /// The time that an answer took.
    public struct ResponseTime: Sendable, Hashable {
        /// The question's identifier; nil when it has none.
        public var element: SignalWord?
        /// The time from the question's being shown to its answer in milliseconds, 0 to 3 600 000.
        public var duration: Int

        /// Makes a time; values beyond a bound become the bound.
        public init(element: SignalWord? = nil, duration: Int) {
            self.element = element
            self.duration = duration.clamped(to: Bounds.answer)
        }
    }

    enum Bounds {
        static let milliseconds = 0...60_000
        static let points = 0...10_000
        static let thousandths = 0...1000
        static let gravity = 0...10_000_000
        static let strokes = 0...64
        static let answer = 0...3_600_000
    }
}

extension Int {
    package func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
