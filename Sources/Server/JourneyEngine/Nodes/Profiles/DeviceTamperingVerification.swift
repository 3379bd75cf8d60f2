import JourneyMessages
import Primitives

/// Decides whether the device's own detectors noticed little enough. A device that says nothing of them isn't trusted.
struct DeviceTamperingVerification: JourneyNode {
    static let type = NodeType(
        "DeviceTamperingVerificationNode", alias: "deviceTamperingVerification", title: "Device Tampering Verification",
        "Whether the device noticed that it was tampered with.")
    static let settings = [NodeSetting<Self>("score", \.score, "The worst score that is let pass, from 0 to 1.")]
    static let state = StateUse(reads: [Turn.profileKey])

    var score = Measure(0)

    var outcomes: [String] { [Outcome.yes, Outcome.no] }
    var objections: [SettingObjection] { score.value <= 1 ? [] : [SettingObjection("score", "expected 0 to 1")] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let noticed = turn.collectedProfile?.metadata?["platform"]?["jailBreakScore"]?.number
        guard let noticed, noticed >= 0 else { return .outcome(Outcome.no) }
        return .outcome(noticed <= score.value ? Outcome.yes : Outcome.no)
    }
}
