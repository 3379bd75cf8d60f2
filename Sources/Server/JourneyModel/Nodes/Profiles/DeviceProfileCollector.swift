package import JourneyMessages
import Primitives

/// Asks what the device is like, and where.
package struct DeviceProfileCollector: NodeDeclaration {
    package static let type = NodeType(
        "DeviceProfileCollectorNode", alias: "deviceProfileCollector", title: "Device Profile Collector",
        "Asks what the device is like, and where it is.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("maximumSize", \.most, "How long the profile may be, in KB."),
        NodeSetting<Self>("deviceMetadata", \.wantsMetadata, "Whether what the device is like is asked."),
        NodeSetting<Self>("deviceLocation", \.wantsLocation, "Whether the place is asked; the user may refuse."),
        NodeSetting<Self>("message", \.message, "The message to show meanwhile."),
    ]
    package static let state = StateUse(writes: [CollectedProfile.key])

    package var most = Measure(3)
    package var wantsMetadata = true
    package var wantsLocation = false
    package var message: LocalizedText = ""

    package init() {}

    package var callbacks: [CallbackType] { [.deviceProfile] }

    package var objections: [SettingObjection] {
        (1...64).contains(most.value) ? [] : [SettingObjection("maximumSize", "expected 1 to 64")]
    }
}
