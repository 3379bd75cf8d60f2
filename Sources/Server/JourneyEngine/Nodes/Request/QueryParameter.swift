import Primitives

/// Copies parameters of the request's query into the state, each as a list; of one that isn't there the list is empty.
struct QueryParameter: JourneyNode {
    static let type = NodeType(
        "QueryParameterNode", alias: "queryParameter", title: "Query Parameter Node", "Copies parameters of the query into the state.")
    static let settings = [
        NodeSetting<Self>("allowedQueryParameters", \.names, required: true, "Parameters, and the keys of the state that get them."),
        NodeSetting<Self>("queryParametersToBeDelimited", \.delimited, "Those whose values are lists with commas."),
    ]

    var names: [String: String] = [:]
    var delimited: [String] = []

    var objections: [SettingObjection] { RequestField.objections(names, in: "allowedQueryParameters") }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        RequestField.copy(turn.client.request().parameters, names, delimited, &turn.state) { $0 == $1 }
        return .outcome(Outcome.only)
    }
}
