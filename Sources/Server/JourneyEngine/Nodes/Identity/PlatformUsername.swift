import JourneyMessages
import Primitives
import Directory

/// Asks for a user name, where wanted one that a new account may have. An empty answer asks again.
struct PlatformUsername: JourneyNode {
    static let type = NodeType(
        "ValidatedUsernameNode", alias: "platformUsername", title: "Platform Username",
        "Asks for a user name, by the realm's schema.", interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("validateInput", \.isValidated, "Whether it must be a free name that keeps to the policies."),
        NodeSetting<Self>("usernameAttribute", \.attribute, "The attribute that the name is kept for."),
        NodeSetting<Self>("prepopulate", \.isPrefilled, "Whether a validated field shows at first the name that the state has."),
    ]
    static let state = StateUse(writes: ["username", "objectAttributes"])

    var isValidated = false
    var attribute: AttributeName = "userName"
    var isPrefilled = false

    var callbacks: [CallbackType] { [isValidated ? .validatedUsername : .name] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let attribute = try await turn.attribute(attribute)
        let prompt = attribute.title(in: turn.client.languages)
        let name =
            if isValidated {
                try await validated(attribute, prompt, &turn)
            } else {
                turn.ask(NameQuestion(prompt: prompt))
            }
        guard let name else { return .waiting }
        turn.state.username = name
        turn.state.gather(.string(name), at: attribute.path, isSecret: false)
        return .outcome(Outcome.only)
    }

    private func validated(_ attribute: ProfileAttribute, _ prompt: String, _ turn: inout Turn) async throws -> String? {
        let (accounts, realm, user) = (turn.accounts, turn.realm, try await turn.provenUser())
        var question = ValidatedUsernameQuestion(
            prompt: prompt, check: PolicyCheck(attribute.policies), value: isPrefilled ? turn.showableName : nil)
        let answer = try await turn.checked(question) { name in
            guard let name else { return [FailedPolicy(.required)] }
            return try await accounts.failures(of: .string(name), for: attribute, of: user, in: realm)
        }
        if let answer { (question.value, question.check.failed) = (answer.value, answer.failed) }
        turn.tell(question.callback)
        return answer?.isTaken == true ? answer?.value : nil
    }
}
