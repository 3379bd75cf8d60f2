import Primitives

/// Copies headers of the request into the state, in the same manner.
package struct RequestHeader: NodeDeclaration {
    package static let type = NodeType(
        "RequestHeaderNode", alias: "requestHeader", title: "Request Header Node", "Copies headers of the request into the state.")
    package static let settings = [
        NodeSetting<Self>("allowedHeaders", \.names, required: true, "Headers, and the keys of the state that get them."),
        NodeSetting<Self>("headersToBeDelimited", \.delimited, "Those whose values are lists with commas."),
    ]

    package var names: [String: String] = [:]
    package var delimited: [String] = []

    package init() {}

    package var objections: [SettingObjection] { RequestField.objections(names, in: "allowedHeaders") }
}
