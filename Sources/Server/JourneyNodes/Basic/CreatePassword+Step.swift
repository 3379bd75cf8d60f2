package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Translations

extension CreatePassword: JourneyNode {
    private static let (prompt, confirmation) = (LocalizedText(\.newPassword), LocalizedText(\.confirmPassword))
    private static let different = LocalizedText(\.passwordsDiffer)
    private static let short = LocalizedText(\.passwordTooShort)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let (first, second) = ask(&turn)
        guard let first, let second else { return .waiting }
        if first != second { return again(Self.different, &turn) }
        if first.reveal().unicodeScalars.count < least { return again(Self.short, &turn) }
        turn["failed"] = nil
        turn.state.secrets[SecretName.password] = first
        turn.state.secretAttributes[SecretName.password] = .string(first.reveal())
        return .outcome(Outcome.only)
    }

    private func ask(_ turn: inout Turn) -> (Secret?, Secret?) {
        if let message = turn["failed"]?.string { turn.tell(TextStatement(message, .error).callback) }
        let first = turn.ask(PasswordQuestion(prompt: turn.text(Self.prompt)))
        return (first, turn.ask(PasswordQuestion(prompt: turn.text(Self.confirmation))))
    }

    /// Asks again, with what was wrong above the fields.
    private func again(_ message: LocalizedText, _ turn: inout Turn) -> NodeResult {
        turn["failed"] = .string(turn.text(message))
        turn.withdraw()
        _ = ask(&turn)
        return .waiting
    }
}
