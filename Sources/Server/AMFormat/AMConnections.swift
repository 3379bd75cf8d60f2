import JourneyModel
import Primitives

/// The connections of a node in AM's file, and what they are in ours.
struct AMConnections {
    /// The outcomes that the node has here.
    let outcomes: [String]
    /// The text that AM writes before each: the id of a node on a page of version 2.0.
    let prefix: String
    /// The ids of the journey's nodes.
    let ids: Set<String>

    /// Reads where each outcome leads. One that leads nowhere ends the journey in failure, as AM has it
    /// (`docs/protocols/journey-nodes.md` 5.3).
    func read(_ file: JSONObject) -> [String: JourneyTarget] {
        Dictionary(outcomes.map { ($0, target(file[prefix + $0])) }) { first, _ in first }
    }

    /// The connections for a file.
    func write(_ connections: [String: JourneyTarget], id: (String) -> String) -> JSONObject {
        JSONObject(outcomes.compactMap { outcome in connections[outcome].map { (prefix + outcome, .string(Self.id(of: $0, id))) } })
    }

    /// Outcomes of the file that the node doesn't have here, and outcomes that lead nowhere there.
    func oddities(of file: JSONObject) -> (foreign: [String], loose: [String]) {
        let known = Set(outcomes.map { prefix + $0 })
        let loose = outcomes.filter { outcome in
            guard let text = file[prefix + outcome]?.string, case .node(let id) = JourneyTarget(text) else {
                return file[prefix + outcome] == nil
            }
            return !ids.contains(id)
        }
        return (file.names.filter { !known.contains($0) }, loose)
    }

    func target(_ json: JSONValue?) -> JourneyTarget {
        guard let text = json?.string else { return .failure }
        let target = JourneyTarget(text)
        if case .node(let id) = target, !ids.contains(id) { return .failure }
        return target
    }

    static func id(of target: JourneyTarget, _ id: (String) -> String) -> String {
        switch target {
        case .node(let name): id(name)
        case .success: JourneyTarget.successID
        case .failure: JourneyTarget.failureID
        }
    }
}
