package import JourneyMessages
import Primitives
import ResourceMessages

/// Runs as another node, whose settings a script makes.
///
/// While the node asks, its settings stay what they were, whatever the script would say next.
package struct ConfigProvider: ProvesUser {
    package static let type = NodeType(
        "ConfigProviderNode", alias: "configProvider", title: "Configuration Provider", "Is another node, whose settings a script makes.",
        interaction: .sometimes, repetition: .inside)
    package static let settings = [
        NodeSetting<Self>("nodeType", \.nodeType, required: true, "The kind of node, by AM's name or ours."),
        NodeSetting<Self>("script", \.script, required: true, "The script, which leaves the settings in config, by AM's names.").naming(
            .script),
        NodeSetting<Self>("scriptInputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("outcomes", \.named, "The node's outcomes, where they depend on its settings.").ours,
    ]
    /// The outcome of a script that makes no settings of the kind.
    package static let failed = "CONFIGURATION_FAILED"
    /// The kinds that are more than a node, or have no settings that a script could make.
    private static let others: Set = [Page.type.alias, InnerTreeEvaluator.type.alias, ForeignNode.type.alias, type.alias]

    package var nodeType = ""
    package var script = ""
    package var inputs = ["*"]
    package var named: [String] = []

    package init() {}

    // The catalogue asks for an empty one while it is made.
    /// The kind that the node runs as; nil for a name that isn't known.
    package var kind: NodeKind? { nodeType.isEmpty ? nil : NodeCatalogue.names(of: nodeType).compactMap(NodeCatalogue.standard.kind).first }

    package var outcomes: [String] { (named.isEmpty ? kind?.outcomes ?? [] : named) + [Self.failed] }
    package var callbacks: [CallbackType] { kind?.callbacks ?? [] }
    package var secrets: Set<String> { Set(inputs).union(kind?.type.secrets ?? []) }

    package var objections: [SettingObjection] {
        guard let kind else { return [SettingObjection("nodeType", "there is no kind of node \(nodeType.prefix(64))")] }
        return Self.others.contains(kind.type.alias)
            ? [SettingObjection("nodeType", "\(kind.type.alias) can't have its settings from a script")] : []
    }
}
