import ResourceMessages

/// Decides whether a filter matches the user who has proved who they are.
package struct QueryFilterDecision: ActsForProvenUser {
    package static let type = NodeType(
        "QueryFilterDecisionNode", alias: "queryFilterDecision", title: "Query Filter Decision",
        "Whether a filter, such as mail co \"@example.com\", wants the user.")
    package static let settings = [
        NodeSetting<Self>("queryFilter", \.filter, required: true, "The filter, as in _queryFilter."),
        NodeSetting<Self>.identity(\.identity),
    ]

    package var filter = ""
    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] {
        do {
            _ = try QueryFilter(parsing: filter)
            return []
        } catch { return filter.isEmpty ? [] : [SettingObjection("queryFilter", error.description)] }
    }
}
