import Primitives

/// Writes constants into the shared state.
struct SetState: JourneyNode {
    static let type = NodeType("SetStateNode", alias: "setState", title: "Set State", "Writes constants into the state.")
    static let settings = [NodeSetting<Self>("attributes", \.values, required: true, "Keys and their values.")]

    var values: [String: String] = [:]

    var objections: [SettingObjection] { values.keys.sorted().flatMap { StateKey.objections($0, in: "attributes") } }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        for (key, value) in values { StateKey.set(key, .string(value), &turn.state) }
        return .outcome(Outcome.only)
    }
}
