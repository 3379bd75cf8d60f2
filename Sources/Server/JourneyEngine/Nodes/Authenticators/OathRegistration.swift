import JourneyMessages
import OneTimePassword
import Primitives
import Services

/// Registers an app that makes one-time passwords.
struct OathRegistration: RegistersAccount, PlansPasswords {
    static let type = NodeType(
        "OathRegistrationNode", alias: "oathRegistration", title: "OATH Registration",
        "Registers an authenticator app that makes one-time passwords.", interaction: .always, secrets: [OathPlan.profileName],
        changesCredentials: true)
    static let settings =
        cardSettings + planSettings + [
            NodeSetting<Self>(
                "postponeDeviceProfileStorage", \.isPostponed,
                "Whether the OATH Device Storage node keeps it later, once a code was right.")
        ]
    static let state = StateUse(reads: ["username"], writes: [OathPlan.profileName] + RecoveryCodeDisplay.written)

    static let (success, failure) = ("successOutcome", "failureOutcome")

    var card = AccountCard()
    var plan = OathPlan()
    var isPostponed = false
    let outcomes = [success, failure]

    var callbacks: [CallbackType] { [.textOutput, .hiddenValue, .confirmation] }

    private static let next: LocalizedText = "Next"

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let account = OathPlan.account(in: turn) ?? plan.account(random: turn.domain.random)
        OathPlan.keep(account, in: &turn)
        var uri = try await card.uri(of: user, turn)
        uri.password = account.uriPassword
        turn.tellRegistration(try uri.text(), card.message)
        guard turn.ask(ConfirmationQuestion(acknowledgedBy: turn.text(Self.next))) != nil else { return .waiting }
        if isPostponed { return .outcome(Self.success) }
        return .outcome(try await OathPlan.store(of: user, withCodes: card.makesRecoveryCodes, &turn) ? Self.success : Self.failure)
    }
}

/// Keeps the account that an OATH Registration node before it has shown.
struct OathDeviceStorage: JourneyNode {
    static let type = NodeType(
        "OathDeviceStorageNode", alias: "oathDeviceStorage", title: "OATH Device Storage",
        "Keeps the account that OATH Registration has shown.", secrets: [OathPlan.profileName], changesCredentials: true)
    static let settings = [
        NodeSetting<Self>("generateRecoveryCodes", \.makesRecoveryCodes, "Whether the user gets recovery codes.").ours
    ]
    static let state = StateUse(reads: ["username", OathPlan.profileName], writes: RecoveryCodeDisplay.written)

    var makesRecoveryCodes = true
    let outcomes = [OathRegistration.success, OathRegistration.failure]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isKept = try await OathPlan.store(of: user, withCodes: makesRecoveryCodes, &turn)
        return .outcome(isKept ? OathRegistration.success : OathRegistration.failure)
    }
}
