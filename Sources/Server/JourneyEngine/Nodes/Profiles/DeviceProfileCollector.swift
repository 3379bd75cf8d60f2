import Foundation
import JourneyMessages
import Primitives
import Directory
import Foundations
import DeviceRegistry

/// Asks what the device is like, and where.
struct DeviceProfileCollector: JourneyNode {
    static let type = NodeType(
        "DeviceProfileCollectorNode", alias: "deviceProfileCollector", title: "Device Profile Collector",
        "Asks what the device is like, and where it is.", interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("maximumSize", \.most, "How long the profile may be, in KB."),
        NodeSetting<Self>("deviceMetadata", \.wantsMetadata, "Whether what the device is like is asked."),
        NodeSetting<Self>("deviceLocation", \.wantsLocation, "Whether the place is asked; the user may refuse."),
        NodeSetting<Self>("message", \.message, "What to show meanwhile."),
    ]
    static let state = StateUse(writes: [Turn.profileKey])

    var most = Measure(3)
    var wantsMetadata = true
    var wantsLocation = false
    var message: LocalizedText = ""

    var callbacks: [CallbackType] { [.deviceProfile] }

    var objections: [SettingObjection] {
        (1...64).contains(most.value) ? [] : [SettingObjection("maximumSize", "expected 1 to 64")]
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = DeviceProfileQuestion(metadata: wantsMetadata, location: wantsLocation, message: turn.text(message))
        guard let text = turn.ask(question) else { return .waiting }
        let profile: DeviceProfileDocument
        do { profile = try DeviceProfileDocument(reading: text, atMost: Int(most.value * 1024)) } catch {
            guard error.code == .tooLarge else { return .waiting }
            try await turn.recordFailure("device profile: \(error.reason)")
            throw JourneyRunError(.failed, message: turn.state.failureMessage)
        }
        turn.state.shared[Turn.profileKey] = profile.json
        // Personal, so that only a realm that asks for it has it in its log.
        if turn.realm.settings.auditsDeviceProfiles {
            let user = turn.state.user
            try await turn.act { transaction, record in
                try record.append(.deviceProfileCollected, user: user, details: ["profile": profile.json], in: transaction)
            }
        }
        return .outcome(Outcome.only)
    }
}
