/// Says where a browser goes after success: a path, a URL of this server, or one of an origin that the realm allows. Another is dropped.
package struct SetSuccessURL: NodeDeclaration {
    package static let type = NodeType(
        "SetSuccessUrlNode", alias: "setSuccessUrl", title: "Success URL", "Says where a browser goes after success.")
    package static let settings = [NodeSetting<Self>("successUrl", \.url, required: true, "A path, or a URL that the realm allows.")]
    package static let state = StateUse(writes: ["successUrl"])

    package var url = ""

    package init() {}
}
