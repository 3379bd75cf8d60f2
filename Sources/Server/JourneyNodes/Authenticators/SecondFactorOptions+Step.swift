import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives

extension SecondFactorOptions: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(TextStatement(turn.text(message)).callback)
        let labels = buttons.map { turn.text($0.label) }
        guard let pressed = turn.ask(ConfirmationQuestion(options: labels)) else { return .waiting }
        return .outcome(buttons[pressed].outcome)
    }
}

extension SecondFactorOptOut: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let (user, realm) = (try await turn.requireUser(Self.self), turn.realm.id)
        let named = turn.state.shared["mfaMethod"]?.string.flatMap(SecondFactorChoices.Method.init)
        try await turn.act { transaction, _ in
            for method in named.map({ [$0] }) ?? SecondFactorChoices.Method.allCases {
                try SecondFactorChoices.optOut(of: method, user.id, realm: realm, in: transaction)
            }
        }
        return .outcome(Outcome.only)
    }
}

extension GetAuthenticatorApp: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let text = turn.text(message).replacing("{{appleLink}}", with: appleLink).replacing("{{googleLink}}", with: googleLink)
        turn.tell(TextStatement(text).callback)
        guard turn.ask(ConfirmationQuestion(acknowledgedBy: turn.text(proceed))) != nil else { return .waiting }
        return .outcome(Outcome.only)
    }
}
