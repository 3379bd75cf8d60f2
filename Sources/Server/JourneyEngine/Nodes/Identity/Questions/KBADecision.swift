import Services
import Directory

/// Decides whether the user who has proved who they are has answered as many security questions as the realm wants.
struct KBADecision: JourneyNode {
    static let type = NodeType(
        "KbaDecisionNode", alias: "kbaDecision", title: "KBA Decision", "Whether the user has answered enough security questions.")
    static let settings = [NodeSetting<Self>.identity(\.identity)]

    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isComplete = try await turn.domain.securityQuestions.isComplete(user, in: turn.realm)
        return .outcome(isComplete ? Outcome.yes : Outcome.no)
    }
}
