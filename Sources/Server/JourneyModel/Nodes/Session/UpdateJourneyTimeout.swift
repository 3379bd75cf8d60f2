import Primitives

/// Changes how long this run may last.
package struct UpdateJourneyTimeout: NodeDeclaration {
    package static let type = NodeType(
        "UpdateJourneyTimeoutNode", alias: "updateJourneyTimeout", title: "Update Journey Timeout", "Changes how long the journey may last."
    )
    package static let settings = [
        NodeSetting<Self>("operation", \.operation, "SET: so long from now on; MODIFY: so much longer, or shorter below 0."),
        NodeSetting<Self>("value", \.minutes, in: -1440...1440, required: true, "Minutes."),
    ]
    package static let state = StateUse(writes: ["maxAuthenticationSessionDuration"])

    /// The change: a new limit, or minutes more or less.
    package enum Operation: String, SettingValue, CaseIterable { case set = "SET", modify = "MODIFY" }

    package var operation = Operation.set
    package var minutes = 0

    package init() {}

    package var objections: [SettingObjection] {
        operation == .set && minutes < 0 ? [SettingObjection("value", "expected 0 or more minutes for SET")] : []
    }
}
