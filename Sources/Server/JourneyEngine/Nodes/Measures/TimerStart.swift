import Foundation
import Primitives

/// Keeps the time, for a Timer Stop behind it.
struct TimerStart: JourneyNode {
    static let type = NodeType("TimerStartNode", alias: "timerStart", title: "Timer Start", "Keeps the time, for a Timer Stop.")
    static let settings = [NodeSetting<Self>("startTimeProperty", \.key, "Where in the state to keep it.")]

    var key = TimerStop.standardKey

    var objections: [SettingObjection] { StateKey.objections(key, in: "startTimeProperty") }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.shared[key] = .integer(Int64(turn.now.timeIntervalSince1970 * 1000))
        return .outcome(Outcome.only)
    }
}
