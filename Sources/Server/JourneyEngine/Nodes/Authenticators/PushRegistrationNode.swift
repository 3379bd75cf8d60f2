import AuthenticatorMessages
import Foundation
import JourneyMessages
import OneTimePassword
import Primitives

/// Registers an app for push.
struct PushRegistrationNode: RegistersAccount {
    static let type = NodeType(
        "PushRegistrationNode", alias: "pushRegistration", title: "Push Registration", "Registers an authenticator app for push.",
        interaction: .always, changesCredentials: true)
    static let settings =
        cardSettings + [NodeSetting<Self>("timeout", \.timeout, in: 5...600, "For how many seconds the code is good.")]
    static let state = StateUse(reads: ["username"], writes: ["pushMessageId"] + RecoveryCodeDisplay.written)

    var card = AccountCard()
    var timeout = 60
    let outcomes = PushEnrolment.outcomes

    var callbacks: [CallbackType] { PushEnrolment.callbacks }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        return try await PushEnrolment(card: card, timeout: timeout, plan: nil, policies: "").step(of: user, &turn)
    }
}

/// Registers an app for one-time passwords and push by one code.
struct CombinedRegistration: RegistersAccount, PlansPasswords {
    static let type = NodeType(
        "CombinedMultiFactorRegistrationNode", alias: "combinedRegistration", title: "Combined MFA Registration",
        "Registers an authenticator app for one-time passwords and push by one code.", interaction: .always,
        secrets: [OathPlan.profileName], changesCredentials: true)
    static let settings =
        cardSettings + planSettings + [
            NodeSetting<Self>("timeout", \.timeout, in: 5...600, "For how many seconds the code is good."),
            NodeSetting<Self>(
                "policiesJson", \.policies, "What the app asks of its device: JSON with biometricAvailable, deviceTampering…"),
        ]
    static let state = StateUse(reads: ["username"], writes: ["pushMessageId"] + RecoveryCodeDisplay.written)

    var card = AccountCard()
    var plan = OathPlan()
    var timeout = 60
    var policies = ""
    let outcomes = PushEnrolment.outcomes

    var callbacks: [CallbackType] { PushEnrolment.callbacks }

    var objections: [SettingObjection] {
        guard !policies.isEmpty else { return [] }
        do { _ = try DevicePolicies(policies) } catch { return [SettingObjection("policiesJson", error.reason)] }
        return []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        return try await PushEnrolment(card: card, timeout: timeout, plan: plan, policies: policies).step(of: user, &turn)
    }
}
