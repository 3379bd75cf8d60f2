import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension KBADefinition: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let (questions, realm) = (turn.domain.credentials.securityQuestions, turn.realm)
        let question = KBAQuestion(
            prompt: turn.text(message), questions: questions.offered(in: realm, languages: turn.client.languages).map(\.text),
            allowsOwnQuestion: allowsOwn && realm.settings[QuestionSettings.self].kbaOwnQuestions)
        var answers: [SecurityQuestions.NewAnswer] = []
        var areGood = true
        for _ in 0..<realm.settings[QuestionSettings.self].kbaMinimumAnswers {
            guard let given = turn.ask(question) else { continue }
            let answer = SecurityQuestions.NewAnswer(questions.question(given.question, in: realm), given.answer)
            if let failure = failure(answer, after: answers, turn) {
                turn.complain(failure)
                areGood = false
            }
            answers.append(answer)
        }
        guard areGood, answers.count == realm.settings[QuestionSettings.self].kbaMinimumAnswers else { return .waiting }
        turn.state.secretAttributes[SecretName.answers] = answers.isEmpty ? nil : .array(answers.map(\.gathered))
        return .outcome(Outcome.only)
    }

    /// Returns what is wrong with a question and its answer, beside those before; nil when nothing is.
    private func failure(
        _ answer: SecurityQuestions.NewAnswer, after others: [SecurityQuestions.NewAnswer], _ turn: Turn
    ) -> FailedPolicy? {
        if others.contains(where: { $0.question == answer.question }) { return FailedPolicy(.distinct) }
        if answer.answer.reveal().unicodeScalars.allSatisfy(\.properties.isWhitespace) { return FailedPolicy(.required) }
        let isGood = (try? turn.domain.credentials.securityQuestions.check(answer, in: turn.realm)) != nil
        return isGood ? nil : FailedPolicy(.maximumLength, ["maxLength": .integer(Int64(SecurityQuestions.longestText))])
    }
}
