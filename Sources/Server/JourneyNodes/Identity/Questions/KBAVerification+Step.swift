import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension KBAVerification: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let examinee = try await Examinee(&turn, by: given)
        let asked = try await examinee.asked(&turn)
        var answers: [Int: Secret] = [:]
        for question in asked {
            let text = turn.domain.credentials.securityQuestions.text(question.question, in: turn.realm, languages: turn.client.languages)
            answers[question.position] = turn.ask(PasswordQuestion(prompt: text ?? ""))
        }
        guard answers.count == asked.count else { return .waiting }
        return try await check(answers, of: examinee, &turn)
    }

    private func check(_ answers: [Int: Secret], of examinee: Examinee, _ turn: inout Turn) async throws -> NodeResult {
        examinee.forget(&turn)
        let verdict = try await turn.domain.credentials.securityQuestions.verify(
            answers, of: examinee.name, known: examinee.id, in: turn.realm, from: turn.client.address, spending: try turn.spending())
        guard case .accepted(let user) = verdict, turn.state.identify(user, showing: .securityQuestions) else {
            try await turn.recordFailure("wrong answers to security questions", of: .securityQuestions)
            return .outcome(Outcome.no)
        }
        return .outcome(Outcome.yes)
    }
}
