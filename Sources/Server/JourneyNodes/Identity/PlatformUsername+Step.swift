import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension PlatformUsername: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let attribute = try await turn.attribute(attribute)
        let prompt = attribute.title(in: turn.client.languages)
        let name =
            if isValidated {
                try await validated(attribute, prompt, &turn)
            } else {
                turn.ask(NameQuestion(prompt: prompt, keepsAnswer: true), filledWith: turn.showableName)
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
        if let answer {
            if answer.isGiven { question.value = answer.value }
            question.check.failed = answer.failed
        }
        turn.tell(question.callback)
        return answer?.isTaken == true ? answer?.value : nil
    }
}
