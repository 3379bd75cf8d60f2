import JourneyMessages
import Primitives
import Services
import Directory

/// Asks for as many security questions and answers as the realm wants. The same question twice is asked again.
struct KBADefinition: JourneyNode {
    static let type = NodeType(
        "KbaCreateNode", alias: "kbaDefinition", title: "KBA Definition", "Asks for security questions and their answers.",
        interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("message", \.message, "What the field is called."),
        NodeSetting<Self>("allowUserDefinedQuestions", \.allowsOwn, "Whether users may ask their own, where the realm allows it."),
    ]
    static let state = StateUse(writes: ["objectAttributes"])

    var message: LocalizedText = "Select a security question"
    var allowsOwn = true

    var callbacks: [CallbackType] { [.kbaCreate] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
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
        turn.state.secretAttributes[GatheredAccount.answersName] = answers.isEmpty ? nil : .array(answers.map(\.gathered))
        return .outcome(Outcome.only)
    }

    private func areGood(_ answers: [SecurityQuestions.NewAnswer], _ turn: Turn) -> Bool {
        (try? turn.domain.securityQuestions.check(answers, in: turn.realm)) != nil
    }
}
