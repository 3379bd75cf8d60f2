import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives

/// The state of a run as a script sees it, by AM's keys (`docs/protocols/journey-nodes.md` 3).
enum ScriptState {
    /// The keys that a script reads but can't change: they say who is known, not who is claimed.
    private static let fixed: Set = ["realm", "authLevel", "universalId"]

    /// The key of the user name that the client claims, which stands beside the others.
    private static let claim = "username"

    /// The state's two containers, with the keys that the script may see.
    static func given(_ turn: Turn, seeing inputs: [String]) -> JSONValue {
        let (state, user) = (turn.state, turn.state.user)
        var shared = JSONObject(state.shared.members.filter { $0.name != turn.askedKey }.map { ($0.name, $0.value) })
        shared["realm"] = .string(turn.realm.path.description)
        shared["authLevel"] = .integer(Int64(state.authLevel))
        shared["username"] = state.username.map(JSONValue.string)
        if let user { shared["universalId"] = .string(user.text) }
        let transient = JSONObject(state.secrets.sorted { $0.key < $1.key }.map { ($0.key, TransientValue.json($0.value)) })
        return ["shared": .object(filtered(shared, inputs)), "transient": .object(filtered(transient, inputs))]
    }

    /// Takes over what a script changed, as far as it may write it; gives the keys that it may not.
    static func apply(_ changes: JSONValue?, writing outputs: [String], to state: inout JourneyState) -> [String] {
        var refused: [String] = []
        func mayWrite(_ key: String) -> Bool {
            let may = !fixed.contains(key) && (outputs.contains("*") || outputs.contains(key))
            if !may { refused.append(key) }
            return may
        }
        let shared = changes?["shared"]
        setShared(
            removing: Set((shared?["removed"]?.strings ?? []).filter(mayWrite)),
            setting: (shared?["set"]?.object?.members ?? []).filter { mayWrite($0.name) }, in: &state)
        for key in changes?["transient"]?["removed"]?.strings ?? [] where mayWrite(key) { state.secrets[key] = nil }
        for member in changes?["transient"]?["set"]?.object?.members ?? [] where mayWrite(member.name) {
            let (key, value) = (member.name, member.value)
            state.secrets[key] = TransientValue.secret(value)
        }
        return refused
    }

    /// However many there are: a script may change as many keys as its result has room for.
    private static func setShared(removing removed: Set<String>, setting set: [JSONObject.Member], in state: inout JourneyState) {
        if removed.contains(claim) { state.username = nil }
        if !removed.isEmpty { state.shared = JSONObject(unique: state.shared.members.filter { !removed.contains($0.name) }) }
        if let claimed = set.last(where: { $0.name == claim }) { state.username = claimed.value.string }
        state.shared.merge(set.filter { $0.name != claim })
    }

    private static func filtered(_ object: JSONObject, _ inputs: [String]) -> JSONObject {
        if inputs.contains("*") { return object }
        return JSONObject(object.members.filter { inputs.contains($0.name) }.map { ($0.name, $0.value) })
    }
}
