package import JourneyMessages
package import Primitives

/// Shows several nodes in one step. Its outcomes are those of its last node, or of another that it names; the others have one each.
///
/// Every node on the page runs at each submission. While one of them isn't answered, the whole page is asked again, and secrets
/// given with it are dropped; unless the node that decides says all there is to say, as a passkey does beside a user name.
package struct Page: NodeDeclaration {
    package static let type = NodeType(
        "PageNode", alias: "page", title: "Page", "Shows several nodes in one step.", interaction: .always, repetition: .inside)
    package static let settings = [
        NodeSetting<Self>.children,
        NodeSetting<Self>("pageHeader", \.header, "The page's heading."),
        NodeSetting<Self>("pageDescription", \.description, "A text below the heading."),
        NodeSetting<Self>("stage", \.stage, "A word, often JSON, by which the client recognises the page."),
        NodeSetting<Self>(
            "decidedBy", \.decider, in: 0...JourneyLimits.nodesOnPage, "The node whose outcomes are the page's, from 1; 0 for the last."
        )
        .ours,
    ]

    /// AM's name of the setting that holds the nodes.
    package static let nodesName = "nodes"

    /// The nodes on the page, in their order.
    package var children: [PageChild] = []
    package var header = LocalizedText.none
    package var description = LocalizedText.none
    package var stage: String?

    package var decider = 0

    package init() {}

    /// Those of the nodes on the page: a code that was sent must last until the page that asks for it.
    package var secrets: Set<String> { children.reduce(into: []) { $0.formUnion($1.node.secrets) } }

    package var outcomes: [String] { children.indices.contains(deciding) ? children[deciding].node.outcomes : [Outcome.only] }

    package var objections: [SettingObjection] {
        if decider > children.count { return [SettingObjection("decidedBy", "there is no such node on the page")] }
        return children.enumerated().filter { $0.offset != deciding && $0.element.node.outcomes.count != 1 }.map { index, child in
            SettingObjection("nodes.\(index)", "\(child.kind.alias) has several outcomes, so it must be the page's last node")
        }
    }

    /// The index of the node whose outcomes are the page's.
    package var deciding: Int { (decider == 0 ? children.count : decider) - 1 }

    package var callbacks: [CallbackType] { children.flatMap(\.node.callbacks) }
}

/// A node on a page.
package struct PageChild: Sendable {
    /// The names of the kind, and its behaviour.
    package let kind: NodeType
    package let node: any NodeDeclaration
    /// Its id in AM's files; nil until it has been in one.
    package var id: String?
    /// The name in an editor; nil for the kind's title.
    package var title: String?
    /// The settings that hold placeholders, as the file has them.
    package var placeholders = JSONObject()
    /// The other members of AM's file.
    package var kept = JSONObject()

    package init(
        kind: NodeType, node: any NodeDeclaration, id: String? = nil, title: String? = nil, placeholders: JSONObject = JSONObject(),
        kept: JSONObject = JSONObject()
    ) {
        self.kind = kind
        self.node = node
        self.id = id
        self.title = title
        self.placeholders = placeholders
        self.kept = kept
    }
}
