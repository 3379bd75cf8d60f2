import Primitives
import Translations

/// Sends the user's authenticator app a push.
package struct PushSender: NodeDeclaration {
    package static let type = NodeType(
        "PushAuthenticationSenderNode", alias: "pushSender", title: "Push Sender", "Asks the user's authenticator app to approve.")
    package static let settings = [
        NodeSetting<Self>("messageTimeout", \.milliseconds, in: 5000...3_600_000, "For how many milliseconds the push can be answered."),
        NodeSetting<Self>(
            "userMessage", \.message, "The message in the app; {{user}} and {{issuer}} become the user and the realm's issuer."),
        NodeSetting<Self>("mandatory", \.isMandatory, "Whether a user who has opted out is asked all the same."),
        NodeSetting<Self>("contextInfo", \.tellsContext, "Whether the app is told where the user signs in: address, browser, location."),
        NodeSetting<Self>("customPayload", \.customPayload, "Keys of the journey's state that the app is sent."),
        NodeSetting<Self>("pushType", \.kind, "How the user approves: by a tap, a number that is shown, or after a biometric check."),
        NodeSetting<Self>(
            "captureFailure", \.capturesFailure, "Whether a push that can't be sent is the outcome FAILURE, not the journey's end."),
    ]
    package static let state = StateUse(
        reads: ["username"],
        writes: ["pushMessageId", "t", "pushMechanismUid", "pushNumberChallengeKey", "mfaMethod", "PushAuthFailureReason"])

    /// The outcome of a push that was sent.
    package static let sent = "SENT"
    /// The outcome for a user without an account for push.
    package static let notRegistered = "NOT_REGISTERED"
    /// The outcome for a user who has opted out.
    package static let skipped = "SKIPPED"
    /// The outcome of a push that could not be sent, where the node captures failures.
    package static let failed = "FAILURE"

    /// The way in which the user answers, by AM's names.
    package enum Kind: String, SettingValue, CaseIterable {
        case plain = "DEFAULT"
        case challenge = "CHALLENGE"
        case biometric = "BIOMETRIC"
    }

    package var milliseconds = 120_000
    package var message = LocalizedText(\.loginAttempt)
    package var isMandatory = false
    package var tellsContext = false
    package var customPayload: [String] = []
    package var kind = Kind.plain
    package var capturesFailure = false

    package init() {}

    package var outcomes: [String] {
        [Self.sent, Self.notRegistered] + (isMandatory ? [] : [Self.skipped]) + (capturesFailure ? [Self.failed] : [])
    }
}
