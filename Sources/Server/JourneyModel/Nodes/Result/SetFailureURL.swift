/// Says where a browser goes after failure, by the same rules.
package struct SetFailureURL: NodeDeclaration {
    package static let type = NodeType(
        "SetFailureUrlNode", alias: "setFailureUrl", title: "Failure URL", "Says where a browser goes after failure.")
    package static let settings = [NodeSetting<Self>("failureUrl", \.url, required: true, "A path, or a URL that the realm allows.")]
    package static let state = StateUse(writes: ["failureUrl"])

    package var url = ""

    package init() {}
}
