import JourneyMessages
import Primitives
import Services
import Directory

/// Asks some of a user's security questions. Right answers prove who they are, and wrong ones are counted, and lock them after too many.
///
/// A user who doesn't exist, or has too few answers, is asked as well, so that a name can't be tried out here.
struct KBAVerification: JourneyNode {
    static let type = NodeType(
        "KbaVerifyNode", alias: "kbaVerification", title: "KBA Verification", "Asks some of the user's security questions.",
        interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("kbaInfoAttribute", \.attribute, "Where AM keeps the answers: kbaInfo, the only place there is."),
        NodeSetting<Self>("identityAttribute", \.given, "The attribute by which the user is found who hasn't proved yet who they are."),
    ]
    static let state = StateUse(reads: ["objectAttributes", "username"], writes: ["username", "universalId"])

    var attribute = GatheredAccount.answersName
    var given: AttributeName = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] {
        attribute == GatheredAccount.answersName
            ? [] : [SettingObjection("kbaInfoAttribute", "an account has its answers in \(GatheredAccount.answersName) only")]
    }

    var callbacks: [CallbackType] { [.password] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let examinee = try await Examinee(&turn, by: given)
        let asked = try await examinee.asked(&turn)
        var answers: [Int: Secret] = [:]
        for question in asked {
            let text = turn.domain.securityQuestions.text(question.question, in: turn.realm, languages: turn.client.languages)
            answers[question.position] = turn.ask(PasswordQuestion(prompt: text ?? ""))
        }
        guard answers.count == asked.count else { return .waiting }
        return try await check(answers, of: examinee, &turn)
    }

    private func check(_ answers: [Int: Secret], of examinee: Examinee, _ turn: inout Turn) async throws -> NodeResult {
        examinee.forget(&turn)
        let verdict = try await turn.domain.securityQuestions.verify(
            answers, of: examinee.name, in: turn.realm, from: turn.client.address, spending: try turn.spending())
        guard case .accepted(let user) = verdict, turn.state.identify(user, showing: .securityQuestions) else {
            try await turn.recordFailure("wrong answers to security questions", of: .securityQuestions)
            return .outcome(Outcome.no)
        }
        return .outcome(Outcome.yes)
    }
}
