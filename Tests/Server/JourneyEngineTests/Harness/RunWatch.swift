import JourneyMessages
import JourneyModel
import Primitives
import Synchronization

@testable import JourneyEngine

/// Watches every run of the harness: what nodes write against what they declare, and whether a question that is asked again says why.
final class RunWatch: JourneyObserver {
    private let visits = Mutex<[TraceVisit]>([])

    func note(_ visit: TraceVisit) { visits.withLock { $0.append(visit) } }

    /// The visits since it was asked last.
    func take() -> [TraceVisit] {
        visits.withLock { visits in
            defer { visits = [] }
            return visits
        }
    }
}

/// A node has written keys of the state that it doesn't declare.
struct UndeclaredWrites: Error {
    let node: String
    let keys: [String]
}

/// A node has asked the same again without a word.
struct SilentRepetition: Error {
    let node: String
    let step: Step
}

extension TraceVisit {
    /// The kind, where it is one of ours.
    var known: NodeKind? { NodeCatalogue.standard.kind(kind) }

    /// The keys that the visit wrote, apart from those that nodes keep for themselves.
    var written: Set<String> {
        var keys: Set<String> = []
        for container in ["shared", "secrets"] {
            let (old, new) = (before[container]?.object ?? JSONObject(), after[container]?.object ?? JSONObject())
            keys.formUnion(new.members.filter { old[$0.name] != $0.value && !$0.name.hasPrefix("\(node).") }.map(\.name))
        }
        // Who has proved who they are is known by the name as it is stored, which the engine writes.
        if let name = after["username"], name != before["username"], after["user"] == nil { keys.insert("username") }
        if before["user"] == nil, after["user"] != nil { keys.remove("objectAttributes") }
        return keys
    }

    /// The keys that the node of this visit didn't declare. Those of a script are named by its settings, and those that the engine keeps are
    /// nobody's.
    func undeclared(_ node: any NodeDeclaration) -> [String] {
        guard let declared = node.everyWrite else { return [] }
        return written.subtracting(declared).subtracting(Self.ofEngine).sorted()
    }

    /// The engine writes them for every node that proves something: the kinds of nodes that a user has passed.
    private static let ofEngine: Set = ["NodeType"]
}

extension NodeDeclaration {
    /// The keys that it declares to write, those of a page's nodes included; nil for one of which only a script or a setting knows.
    fileprivate var everyWrite: Set<String>? {
        if let page = self as? Page {
            return page.children.reduce(into: Set<String>?([])) { all, child in
                all = child.node.everyWrite.flatMap { all?.union($0) }
            }
        }
        // A script writes what it likes, and so does one that another node runs.
        if self is ScriptedDecision || self is ConfigProvider || self is ForeignNode || secrets.contains("*") { return nil }
        let writes = Self.state.writes
        return writes.contains("*") ? nil : Set(writes).union(everySetting.flatMap(\.everyText))
    }
}

extension NodeDeclaration {
    /// The values of its settings, the initial ones included: some name a key of the state.
    fileprivate var everySetting: [JSONValue] { Self.settings.map { $0.write(self) } }
}

extension Step {
    /// Whether the step says what was wrong with the answer before: at a question, or by a text.
    var saysWhy: Bool {
        callbacks.contains { callback in
            if !callback.failedPolicies.isEmpty { return true }
            guard case .textOutput(let statement) = callback.kind else { return false }
            return statement.severity == .error || statement.severity == .warning
        }
    }

    /// The types of what is asked, texts apart.
    var questions: [CallbackType] { callbacks.filter { !$0.input.isEmpty }.map(\.type) }

    /// Whether it only shows that something is waited for.
    var waits: Bool { types.contains(.pollingWait) }
}

extension JSONValue {
    /// All texts and names of members in it: what a setting may name as a key of the state.
    fileprivate var everyText: Set<String> {
        switch self {
        case .string(let text): [text]
        case .array(let elements): Set(elements.flatMap(\.everyText))
        case .object(let object): object.members.reduce(into: []) { $0.formUnion($1.value.everyText.union([$1.name])) }
        default: []
        }
    }
}
