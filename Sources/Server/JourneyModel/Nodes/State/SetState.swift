import Primitives

/// Writes constants into the shared state.
package struct SetState: NodeDeclaration {
    package static let type = NodeType("SetStateNode", alias: "setState", title: "Set State", "Writes constants into the state.")
    package static let settings = [NodeSetting<Self>("attributes", \.values, required: true, "Keys and their values.")]

    package var values: [String: String] = [:]

    package init() {}

    package var objections: [SettingObjection] { values.keys.sorted().flatMap { StateKey.objections($0, in: "attributes") } }
}
