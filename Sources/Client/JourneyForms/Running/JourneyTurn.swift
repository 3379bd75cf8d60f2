public import JourneyMessages

/// The answer of a server: a step to show, or the end of the journey.
@MainActor
public enum JourneyTurn<Outcome> {
    /// A step, and what sends it when it is answered.
    case step(Step, send: @MainActor (Step) async throws -> JourneyTurn)
    /// The journey has succeeded.
    case success(Outcome)
}
