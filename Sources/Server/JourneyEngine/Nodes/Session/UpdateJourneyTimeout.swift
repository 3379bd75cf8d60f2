import Foundation
import Primitives

/// Changes how long this run may last.
struct UpdateJourneyTimeout: JourneyNode {
    static let type = NodeType(
        "UpdateJourneyTimeoutNode", alias: "updateJourneyTimeout", title: "Update Journey Timeout", "Changes how long the journey may last."
    )
    static let settings = [
        NodeSetting<Self>("operation", \.operation, "SET: so long from now on; MODIFY: so much longer, or shorter below 0."),
        NodeSetting<Self>("value", \.minutes, in: -1440...1440, required: true, "Minutes."),
    ]
    static let state = StateUse(writes: ["maxAuthenticationSessionDuration"])

    enum Operation: String, SettingValue, CaseIterable { case set = "SET", modify = "MODIFY" }

    /// The longest that a run may last from now on, in seconds: a day.
    private static let longest: TimeInterval = 86_400

    var operation = Operation.set
    var minutes = 0

    var objections: [SettingObjection] {
        operation == .set && minutes < 0 ? [SettingObjection("value", "expected 0 or more minutes for SET")] : []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let from = operation == .set ? turn.now : turn.state.expires
        turn.state.expires = min(from.addingTimeInterval(TimeInterval(minutes) * 60), turn.now.addingTimeInterval(Self.longest))
        guard turn.now < turn.state.expires else { throw JourneyRunError(.timedOut) }
        return .outcome(Outcome.only)
    }
}
