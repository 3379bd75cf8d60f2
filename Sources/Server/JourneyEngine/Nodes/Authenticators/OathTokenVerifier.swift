import JourneyMessages
import Primitives
import Services
import Directory
import MultiFactor

/// Asks for a one-time password of the user's app.
struct OathTokenVerifier: JourneyNode {
    static let type = NodeType(
        "OathTokenVerifierNode", alias: "oathTokenVerifier", title: "OATH Token Verifier",
        "Asks for a one-time password of the user's authenticator app.", interaction: .always)
    static let settings = [
        NodeSetting<Self>("algorithm", \.algorithm, "AM's; the account itself says how its codes are made.")
            .inert(accountSays),
        NodeSetting<Self>("hotpWindowSize", \.lookAhead, in: 1...1000, "How many codes ahead one that counts may be."),
        NodeSetting<Self>("totpTimeInterval", \.period, in: 15...120, "AM's; the account itself says how long its codes are good.")
            .inert(accountSays),
        NodeSetting<Self>("totpTimeSteps", \.steps, in: 0...10, "How many steps each way a code by the clock may be off."),
        NodeSetting<Self>("totpHashAlgorithm", \.hash, "AM's; the account itself says which hash its codes have.")
            .inert(accountSays),
        NodeSetting<Self>("maximumAllowedClockDrift", \.drift, in: 0...100, "How many steps each way a clock that drifts is followed."),
        NodeSetting<Self>("isRecoveryCodeAllowed", \.allowsRecovery, "Whether there is a button to use a recovery code instead."),
    ]
    static let state = StateUse(reads: ["username"], writes: ["mfaMethod"])
    private static let accountSays = "the account itself says how its codes are made, from its registration on"

    static let (notRegistered, recovery) = ("notRegisteredOutcome", "recoveryCodeOutcome")

    var algorithm = OathPlan.Algorithm.totp
    var lookAhead = 100
    var period = 30
    var steps = 2
    var hash = OathPlan.Hash.sha1
    var drift = 5
    var allowsRecovery = false

    var outcomes: [String] {
        [OathRegistration.success, OathRegistration.failure, Self.notRegistered] + (allowsRecovery ? [Self.recovery] : [])
    }

    var callbacks: [CallbackType] { [.name, .confirmation] }

    private static let prompt: LocalizedText = "Enter verification code"
    private static let submit: LocalizedText = "Submit"
    private static let useRecovery: LocalizedText = "Use recovery code"

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await turn.secondFactorUser(),
            try await !turn.domain.authenticators.devices(of: user.id, .oneTimePasswords, in: turn.realm).isEmpty
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
        let isRight = try await turn.domain.authenticators.verify(
            code, of: user, tolerating: tolerance, in: turn.realm, from: turn.client.address, spending: try turn.spending())
        guard isRight, turn.state.identify(user, showing: .oneTimePassword) else {
            try await turn.recordFailure("wrong one-time password", of: .oneTimePassword)
            return .outcome(OathRegistration.failure)
        }
        turn.passed("AuthenticatorOATH")
        return .outcome(OathRegistration.success)
    }
}
