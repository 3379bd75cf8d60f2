import Primitives
import ResourceMessages

/// Decides whether the device is one that the user has had saved, and still the same.
package struct DeviceMatch: NodeDeclaration {
    package static let type = NodeType(
        "DeviceMatchNode", alias: "deviceMatch", title: "Device Match",
        "Whether the user has had the device saved, and how far it differs from how it was.")
    package static let settings = [
        NodeSetting<Self>("acceptableVariance", \.variance, in: 0...10_000, "How many differences are let pass."),
        NodeSetting<Self>("expiration", \.days, in: 1...3650, "For how many days a saved device counts."),
        NodeSetting<Self>("useScript", \.usesScript, "Whether a script decides."),
        NodeSetting<Self>("script", \.script, "The script's id or name; it decides by the global variable outcome.").naming(.script),
        NodeSetting<Self>(
            "attributeWeights", \.weights,
            "The weight of a difference, by the member that it is in, such as deviceMemory; 1 for the others."
        ).ours,
        NodeSetting<Self>("allowedRadius", \.radius, "How far the device may be from where it was saved, in metres; 0 for anywhere.").ours,
    ]
    package static let state = StateUse(reads: [CollectedProfile.key, "username"])

    /// The outcome of a device that the user hasn't had saved.
    package static let unknown = "unknownDevice"

    package var variance = 0
    package var days = 30
    package var usesScript = false
    package var script: String?
    package var weights: [String: String] = [:]
    package var radius = Measure(0)

    package init() {}

    package var outcomes: [String] { [Outcome.yes, Outcome.no, Self.unknown] }

    package var objections: [SettingObjection] {
        if usesScript, script?.isEmpty ?? true { return [SettingObjection("script", "it is needed where a script decides")] }
        return weights.values.allSatisfy { Measure(setting: .string($0)) != nil }
            ? [] : [SettingObjection("attributeWeights", "expected numbers from 0")]
    }

    /// Secrets that a script might read.
    package var secrets: Set<String> { usesScript ? ["*"] : [] }
}
