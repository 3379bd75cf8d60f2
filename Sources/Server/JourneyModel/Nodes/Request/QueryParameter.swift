import Primitives

/// Copies parameters of the request's query into the state, each as a list; of one that isn't there the list is empty.
package struct QueryParameter: NodeDeclaration {
    package static let type = NodeType(
        "QueryParameterNode", alias: "queryParameter", title: "Query Parameter Node", "Copies parameters of the query into the state.")
    package static let settings = [
        NodeSetting<Self>("allowedQueryParameters", \.names, required: true, "Parameters, and the keys of the state that get them."),
        NodeSetting<Self>("queryParametersToBeDelimited", \.delimited, "Those whose values are lists with commas."),
    ]

    package var names: [String: String] = [:]
    package var delimited: [String] = []

    package init() {}

    package var objections: [SettingObjection] { RequestField.objections(names, in: "allowedQueryParameters") }
}
