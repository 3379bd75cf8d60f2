package import JourneyMessages
import Primitives
import Translations

/// Binds a key of an app to the user who has shown who they are.
package struct DeviceBindingNode: ActsForProvenUser {
    package static let type = NodeType(
        "DeviceBindingNode", alias: "deviceBinding", title: "Device Binding",
        "Has an app make a key, and binds it to the user.", interaction: .always, repetition: .atFields, changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("authenticationType", \.authentication, "How the app guards the key."),
        NodeSetting<Self>("applicationIds", \.applications, "The apps that may bind, by bundle id or package name; empty for any."),
        NodeSetting<Self>("title", \.title, "The title that the app shows when it asks the user; likewise below."),
        NodeSetting<Self>("subtitle", \.subtitle, "The line below."),
        NodeSetting<Self>("description", \.details, "The purpose that the app shows."),
        NodeSetting<Self>("maxSavedDevices", \.most, in: 0...100, "How many keys the user may have; 0 for any number."),
        .answerTime(\.timeout),
        NodeSetting<Self>(
            "attestation", \.attestation,
            "Whether an app on Android is to show where its key is. The chain is kept for scripts, not judged."),
        NodeSetting<Self>("postponeDeviceProfileStorage", \.postpones, "Whether a node further on keeps the key."),
        NodeSetting<Self>(
            "postQuantum", \.postQuantum,
            "Whether an app may bind a key of ML-DSA-65, which withstands quantum computers. The documented apps have none."
        ).ours,
        NodeSetting<Self>("clientErrorOutcomes", \.errors, "The errors that the app may report, each an outcome."),
    ]
    package static let state = StateUse(
        reads: ["username"], writes: [challengeKey, DeviceBindingStorageNode.device, attestationKey])

    /// The verification of the user that guards the key, by AM's names.
    package enum Authentication: String, CaseIterable, SettingValue {
        case biometricOnly = "BIOMETRIC_ONLY"
        case biometricAllowFallback = "BIOMETRIC_ALLOW_FALLBACK"
        case applicationPIN = "APPLICATION_PIN"
        case none = "NONE"
    }

    /// The outcomes: bound, not bound, and a user with too many keys.
    package static let (success, failure, exceeded) = ("success", "failure", "exceedDeviceLimit")
    /// The keys of the state for the challenge and the attestation.
    package static let (challengeKey, attestationKey) = ("DeviceBindingNode.CHALLENGE", "DeviceBindingNode.ATTESTATION")

    package var authentication = Authentication.biometricAllowFallback
    package var applications: [String] = []
    package var title = LocalizedText(\.authenticationRequired)
    package var subtitle = LocalizedText(\.deviceBinding)
    package var details = LocalizedText(\.completeBiometric)
    package var most = 0
    /// The time for an answer.
    package var timeout = AnswerTime()
    package var attestation = false
    package var postpones = false
    package var postQuantum = false
    package var errors = ["Unsupported", "Abort", "Timeout"]

    package init() {}

    private var own: [String] { [Self.success, Self.failure] + (most > 0 && !postpones ? [Self.exceeded] : []) }
    package var outcomes: [String] { own + errors }
    package var callbacks: [CallbackType] { [.deviceBinding] }
    package var cautions: [SettingObjection] { timeout.cautions }
    package var objections: [SettingObjection] { BindingAnswer.objections(errors, besides: own) }
}
