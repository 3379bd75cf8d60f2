import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Translations

extension PlatformPassword: JourneyNode {
    private static let prompt = LocalizedText(\.password)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let password = isValidated ? try await validated(&turn) : turn.ask(PasswordQuestion(prompt: turn.text(Self.prompt)))
        guard let password else { return .waiting }
        turn.state.secrets[SecretName.password] = password
        turn.state.secretAttributes[SecretName.password] = .string(password.reveal())
        return .outcome(Outcome.only)
    }

    private func validated(_ turn: inout Turn) async throws -> Secret? {
        let (accounts, realm, user) = (turn.accounts, turn.realm, try await turn.provenUser())
        let document = GatheredAccount(turn.state).document
        let policies = try await accounts.policies(of: SecretName.password, in: realm) ?? AttributePolicies()
        var question = ValidatedPasswordQuestion(prompt: turn.text(Self.prompt), check: PolicyCheck(policies))
        let answer = try await turn.checked(question) { password in
            guard let password else { return [FailedPolicy(.required)] }
            if let user { return try await accounts.failures(ofPassword: password, for: user, in: realm) }
            return accounts.failures(ofPassword: password, forNew: document, in: realm)
        }
        if let answer { question.check.failed = answer.failed }
        turn.tell(question.callback)
        return answer?.isTaken == true ? answer?.value : nil
    }
}
