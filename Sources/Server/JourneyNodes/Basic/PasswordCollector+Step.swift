package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension PasswordCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let password = turn.ask(PasswordQuestion(prompt: turn.text(prompt))) else { return .waiting }
        turn.state.secrets[SecretName.password] = password
        return .outcome(Outcome.only)
    }
}
