import Primitives

/// Decides whether the device's own detectors noticed little enough. A device that says nothing of them isn't trusted.
package struct DeviceTamperingVerification: NodeDeclaration {
    package static let type = NodeType(
        "DeviceTamperingVerificationNode", alias: "deviceTamperingVerification", title: "Device Tampering Verification",
        "Whether the device noticed that it was tampered with.")
    package static let settings = [NodeSetting<Self>("score", \.score, "The worst score that is let pass, from 0 to 1.")]
    package static let state = StateUse(reads: [CollectedProfile.key])

    package var score = Measure(0)

    package init() {}

    package var outcomes: [String] { [Outcome.yes, Outcome.no] }
    package var objections: [SettingObjection] { score.value <= 1 ? [] : [SettingObjection("score", "expected 0 to 1")] }
}
