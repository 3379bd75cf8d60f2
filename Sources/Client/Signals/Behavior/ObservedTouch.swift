import Primitives

/// A moment of a touch or of a mouse's click, as ``BehaviorFeed`` takes it. Of the place only the distance between the first and the last one
/// is reported.
public struct ObservedTouch: Sendable, Equatable {
    /// The parts of a touch's course.
    public enum Phase: Sendable {
        /// The finger comes down.
        case began
        /// The finger moves or presses, which may be left out.
        case moved
        /// The finger goes up.
        case ended
        /// The system takes the touch away; nothing is reported of it.
        case cancelled
    }

    /// The touch among those of the same time.
    public var id: Int
    /// The part of its course.
    public var phase: Phase
    /// The place in points, in coordinates that stay the same for the whole touch.
    public var x, y: Double
    /// The time in seconds, of any clock that doesn't go back.
    public var time: Double
    /// The pressure from 0 to 1, the sensor's greatest; 0 where there is none to measure.
    public var pressure: Double
    /// The identifier of the element that is touched, a word of the app's program (``/RiskSignals/SignalWord/init(ofProgram:)``); nil for none. The
    /// first one of a touch counts.
    public var element: String?

    /// Makes a moment of a touch.
    public init(id: Int = 0, _ phase: Phase, x: Double, y: Double, time: Double, pressure: Double = 0, element: String? = nil) {
        self.id = id
        self.phase = phase
        self.x = x
        self.y = y
        self.time = time
        self.pressure = pressure
        self.element = element
    }
}
