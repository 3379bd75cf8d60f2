package import JourneyMessages
import Primitives
import Translations

/// Signs a user in by a key that is bound to them, with or without a user name.
package struct DeviceSigningVerifierNode: ProvesUser {
    package static let type = NodeType(
        "DeviceSigningVerifierNode", alias: "deviceSigningVerifier", title: "Device Signing Verifier",
        "Has an app sign a challenge with the key that is bound to the user.", interaction: .always, repetition: .atFields)
    package static let settings = [
        NodeSetting<Self>("challenge", \.isRandom, "Whether the challenge is a random one."),
        NodeSetting<Self>(
            "sharedStateAttribute", \.attribute, "The key of the state that has the text to sign, where the challenge isn't random."),
        NodeSetting<Self>("applicationIds", \.applications, "The apps that may sign, by bundle id or package name; empty for any."),
        NodeSetting<Self>("title", \.title, "The title that the app shows when it asks the user; likewise below."),
        NodeSetting<Self>("subtitle", \.subtitle, "The line below."),
        NodeSetting<Self>("description", \.details, "The purpose that the app shows."),
        .answerTime(\.timeout),
        NodeSetting<Self>("captureFailure", \.captures, "Whether the state says why it failed, for a script."),
        NodeSetting<Self>("clientErrorOutcomes", \.errors, "The errors that the app may report, each an outcome."),
    ]
    package static let state = StateUse(reads: ["username"], writes: ["username", challengeKey, failureKey, tokenKey])

    /// The outcome of a signature that is good.
    package static let success = "success"
    /// The outcome of a signature that isn't.
    package static let failure = "failure"
    /// The outcome for a user without a bound key.
    package static let noDevice = "noDeviceRegistered"
    /// The outcome of a signature with a key that isn't known.
    package static let noKey = "keyNotFound"
    /// The key of the state for the challenge.
    package static let challengeKey = "DeviceSigningVerifierNode.CHALLENGE"
    /// The keys of the state for the reason of a failure and for the signed statement.
    package static let (failureKey, tokenKey) = ("DeviceSigningVerifierNode.FAILURE", "DeviceSigningVerifierNode.JWT")

    package var isRandom = true
    package var attribute = ""
    package var applications: [String] = []
    package var title = LocalizedText(\.authenticationRequired)
    package var subtitle = LocalizedText(\.deviceBinding)
    package var details = LocalizedText(\.completeBiometric)
    /// The time for an answer.
    package var timeout = AnswerTime()
    package var captures = false
    package var errors = ["Unsupported", "Abort", "Timeout", "ClientNotRegistered"]

    package init() {}

    private static let own = [success, failure, noDevice, noKey]
    package var outcomes: [String] { Self.own + errors }
    package var callbacks: [CallbackType] { [.deviceSigning] }
    package var cautions: [SettingObjection] { timeout.cautions }

    package var objections: [SettingObjection] {
        let missing = !isRandom && attribute.isEmpty
        return (missing ? [SettingObjection("sharedStateAttribute", "it is needed where the challenge isn't random")] : [])
            + BindingAnswer.objections(errors, besides: Self.own)
    }
}
