import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Services

extension KBADefinition: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let (questions, realm) = (turn.domain.securityQuestions, turn.realm)
        let question = KBAQuestion(
            prompt: turn.text(message), questions: questions.offered(in: realm, languages: turn.client.languages).map(\.text),
            allowsOwnQuestion: allowsOwn && realm.settings.kbaOwnQuestions)
        var answers: [SecurityQuestions.NewAnswer] = []
        for _ in 0..<realm.settings.kbaMinimumAnswers {
            guard let answer = turn.ask(question) else { continue }
            answers.append(SecurityQuestions.NewAnswer(questions.question(answer.question, in: realm), answer.answer))
        }
        guard answers.count == realm.settings.kbaMinimumAnswers else { return .waiting }
        guard answers.isEmpty || areGood(answers, turn) else { return .waiting }
        turn.state.secretAttributes[SecretName.answers] = answers.isEmpty ? nil : .array(answers.map(\.gathered))
        return .outcome(Outcome.only)
    }

    private func areGood(_ answers: [SecurityQuestions.NewAnswer], _ turn: Turn) -> Bool {
        (try? turn.domain.securityQuestions.check(answers, in: turn.realm)) != nil
    }
}
