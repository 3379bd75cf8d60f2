import JourneyMessages
import Primitives
import Scripting
import Directory
import Foundations
import ResourceMessages

/// Runs as another node, whose settings a script makes.
///
/// While the node asks, its settings stay what they were, whatever the script would say next.
struct ConfigProvider: JourneyNode {
    static let type = NodeType(
        "ConfigProviderNode", alias: "configProvider", title: "Configuration Provider", "Is another node, whose settings a script makes.",
        interaction: .sometimes)
    static let settings = [
        NodeSetting<Self>("nodeType", \.nodeType, required: true, "The kind of node, by AM's name or ours."),
        NodeSetting<Self>("script", \.script, required: true, "The script, which leaves the settings in config, by AM's names.").naming(
            .script),
        NodeSetting<Self>("scriptInputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("outcomes", \.named, "The node's outcomes, where they depend on its settings.").ours,
    ]
    static let failed = "CONFIGURATION_FAILED"
    /// The kinds that are more than a node, or have no settings that a script could make.
    private static let others: Set = [Page.type.alias, InnerTreeEvaluator.type.alias, ForeignNode.type.alias, type.alias]

    var nodeType = ""
    var script = ""
    var inputs = ["*"]
    var named: [String] = []

    // The catalogue asks for an empty one while it is made.
    private var kind: NodeKind? { nodeType.isEmpty ? nil : AM.names(of: nodeType).compactMap(NodeCatalogue.standard.kind).first }

    var outcomes: [String] { (named.isEmpty ? kind?.outcomes ?? [] : named) + [Self.failed] }
    var callbacks: [CallbackType] { kind?.callbacks ?? [] }
    var secrets: Set<String> { Set(inputs).union(kind?.type.secrets ?? []) }

    var objections: [SettingObjection] {
        guard let kind else { return [SettingObjection("nodeType", "there is no kind of node \(nodeType.prefix(64))")] }
        return Self.others.contains(kind.type.alias)
            ? [SettingObjection("nodeType", "\(kind.type.alias) can't have its settings from a script")] : []
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let kind else { throw JourneyRunError.fault("there is no kind of node \(nodeType)") }
        guard let settings = try await settings(kind, &turn), let node = Self.node(kind, settings, turn.realm) else {
            turn["config"] = nil
            return .outcome(Self.failed)
        }
        turn["config"] = .object(settings)
        let result = try await node.step(&turn)
        if result != .waiting, result != .suspended { turn["config"] = nil }
        return result
    }

    /// The settings, by our names; nil when the script fails.
    private func settings(_ kind: NodeKind, _ turn: inout Turn) async throws -> JSONObject? {
        if let kept = turn["config"]?.object { return kept }
        do {
            let config = try await turn.map(ofScript: script, seeing: inputs, about: JSONObject()) { $0["config"] }
            return JSONObject(
                config.members.compactMap { member in
                    let setting = kind.settings.first { $0.amName == member.name || $0.name == member.name }
                    return setting.map { ($0.name, member.value) }
                })
        } catch let error as JourneyRunError where error.underlying is ScriptError && error.code == .failed { return nil }
    }

    private static func node(_ kind: NodeKind, _ settings: JSONObject, _ realm: Realm) -> (any JourneyNode)? {
        var reader = JourneyReader(.standard, variables: realm.settings.scriptVariables)
        let node = kind.node(settings, &reader, at: "config")
        return reader.problems.isEmpty ? node : nil
    }
}
