public import DeviceFoundation
public import JourneyMessages
import Primitives

/// The state of a journey.
public enum JourneyResult: Sendable, Equatable {
    /// The server asks something: answer the step and send it with ``Journey/next(_:in:)``.
    case step(Step)
    /// The journey succeeded.
    case success(Session)
}
