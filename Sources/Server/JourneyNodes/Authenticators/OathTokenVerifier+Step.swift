import Directory
package import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives
import Translations

extension OathTokenVerifier: JourneyNode {
    private static let prompt = LocalizedText(\.enterVerificationCode)
    private static let submit = LocalizedText(\.submit)
    private static let useRecovery = LocalizedText(\.useRecoveryCode)
    private static let used = LocalizedText(\.codeUsed)
    private static let locked = LocalizedText(\.codesLocked)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await turn.secondFactorUser(),
            try await !turn.domain.multiFactor.authenticators.devices(of: user.id, .oneTimePasswords, in: turn.realm).isEmpty
        else {
            turn.state.shared["mfaMethod"] = .string(SecondFactorChoices.Method.oath.rawValue)
            return .outcome(Self.notRegistered)
        }
        let code = turn.ask(NameQuestion(prompt: turn.text(Self.prompt)))
        let options = [Self.submit] + (allowsRecovery ? [Self.useRecovery] : [])
        let pressed = turn.ask(ConfirmationQuestion(options: options.map { turn.text($0) }, defaultOption: 0))
        guard turn.wasSubmitted else { return .waiting }
        if allowsRecovery, pressed == 1 { return .outcome(Self.recovery) }
        guard pressed == 0, let code, !code.isEmpty else { return .waiting }
        return try await verify(Secret(code), of: user, &turn)
    }

    private func verify(_ code: Secret, of user: User, _ turn: inout Turn) async throws -> NodeResult {
        var tolerance = Authenticators.Tolerance()
        (tolerance.lookAhead, tolerance.steps, tolerance.drift) = (lookAhead, steps, drift)
        let verdict = try await turn.domain.multiFactor.authenticators.verify(
            code, of: user, tolerating: tolerance, in: turn.realm, from: turn.client.address, spending: try turn.spending())
        switch verdict {
        case .accepted where turn.state.identify(user, showing: .oneTimePassword): break
        // No guess, so that no lock-out goes by it; the user is told why it was refused.
        case .used: return try await refuse("a one-time password that was used before", Self.used, &turn)
        case .unseen: return try await refuse("a one-time password that wasn't looked at: the devices are locked", Self.locked, &turn)
        case .accepted, .wrong:
            try await turn.recordFailure("wrong one-time password", of: .oneTimePassword)
            return .outcome(OathRegistration.failure)
        }
        turn.passed("AuthenticatorOATH")
        return .outcome(OathRegistration.success)
    }

    private func refuse(_ reason: String, _ message: LocalizedText, _ turn: inout Turn) async throws -> NodeResult {
        turn.state.failureMessage = turn.text(message)
        try await turn.recordFailure(reason)
        return .outcome(OathRegistration.failure)
    }
}
