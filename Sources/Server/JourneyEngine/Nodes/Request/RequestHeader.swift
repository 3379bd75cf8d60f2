import Primitives

/// Copies headers of the request into the state, in the same manner.
struct RequestHeader: JourneyNode {
    static let type = NodeType(
        "RequestHeaderNode", alias: "requestHeader", title: "Request Header Node", "Copies headers of the request into the state.")
    static let settings = [
        NodeSetting<Self>("allowedHeaders", \.names, required: true, "Headers, and the keys of the state that get them."),
        NodeSetting<Self>("headersToBeDelimited", \.delimited, "Those whose values are lists with commas."),
    ]

    var names: [String: String] = [:]
    var delimited: [String] = []

    var objections: [SettingObjection] { RequestField.objections(names, in: "allowedHeaders") }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        RequestField.copy(turn.client.request().headers, names, delimited, &turn.state) { $0.lowercased() == $1.lowercased() }
        return .outcome(Outcome.only)
    }
}
