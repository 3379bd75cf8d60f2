import Foundation
import Directory

/// Decides whether the account of the user who has proved who they are is older than so many minutes.
struct TimeSinceDecision: JourneyNode {
    static let type = NodeType(
        "TimeSinceDecisionNode", alias: "timeSinceDecision", title: "Time Since Decision", "Whether the account is so old.")
    static let settings = [
        NodeSetting<Self>("elapsedTime", \.minutes, in: 0...52_560_000, required: true, "Minutes since the account was made."),
        NodeSetting<Self>.identity(\.identity),
    ]

    var minutes = 0
    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isOld = user.created.addingTimeInterval(TimeInterval(minutes) * 60) <= turn.now
        return .outcome(isOld ? Outcome.yes : Outcome.no)
    }
}
