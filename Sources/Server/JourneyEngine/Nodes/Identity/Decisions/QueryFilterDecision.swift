import ResourceMessages
import Directory

/// Decides whether a filter matches the user who has proved who they are.
struct QueryFilterDecision: JourneyNode {
    static let type = NodeType(
        "QueryFilterDecisionNode", alias: "queryFilterDecision", title: "Query Filter Decision",
        "Whether a filter, such as mail co \"@example.com\", wants the user.")
    static let settings = [
        NodeSetting<Self>("queryFilter", \.filter, required: true, "The filter, as in _queryFilter."),
        NodeSetting<Self>.identity(\.identity),
    ]

    var filter = ""
    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] {
        do {
            _ = try QueryFilter(parsing: filter)
            return []
        } catch { return filter.isEmpty ? [] : [SettingObjection("queryFilter", error.description)] }
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isWanted = try await turn.accounts.matches(try QueryFilter(parsing: filter), user, in: turn.realm)
        return .outcome(isWanted ? Outcome.yes : Outcome.no)
    }
}
