package import JourneyEngine
import JourneyModel

extension PasscodeGenerator: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        SentPasscode.keep(SentPasscode(digits: length, turn), in: &turn.state)
        return .outcome(Outcome.only)
    }
}
