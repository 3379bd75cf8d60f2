import Primitives

/// A change of a field's text, as ``BehaviorFeed`` takes it: its length alone, never the text.
public struct ObservedText: Sendable, Equatable {
    /// The parts of an entry.
    public enum Phase: Sendable {
        /// The field is edited from now on.
        case began
        /// The text has changed.
        case changed
        /// The field isn't edited any more; its keystrokes are reported.
        case ended
    }

    /// The field among those of the app.
    public var id: Int
    /// The part of the entry.
    public var phase: Phase
    /// The number of the text's characters, or of their UTF-16 code units.
    public var length: Int
    /// The time in seconds, of any clock that doesn't go back.
    public var time: Double
    /// The identifier of the field, a word of the app's program (``/RiskSignals/SignalWord/init(ofProgram:)``); nil for none.
    public var element: String?

    /// Makes a change.
    public init(id: Int = 0, _ phase: Phase, length: Int, time: Double, element: String? = nil) {
        self.id = id
        self.phase = phase
        self.length = length
        self.time = time
        self.element = element
    }
}
