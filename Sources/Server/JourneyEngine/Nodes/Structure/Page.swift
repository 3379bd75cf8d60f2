import JourneyMessages
import Primitives

/// Shows several nodes in one step. Its outcomes are those of its last node, or of another that it names; the others have one each.
///
/// Every node on the page runs at each submission. While one of them isn't answered, the whole page is asked again, and secrets
/// given with it are dropped; unless the node that decides says all there is to say, as a passkey does beside a user name.
struct Page: JourneyNode {
    static let type = NodeType(
        "PageNode", alias: "page", title: "Page", "Shows several nodes in one step.", interaction: .always)
    static let settings = [
        NodeSetting<Self>.children,
        NodeSetting<Self>("pageHeader", \.header, "The page's heading."),
        NodeSetting<Self>("pageDescription", \.description, "A text below the heading."),
        NodeSetting<Self>("stage", \.stage, "A word, often JSON, by which the client recognises the page."),
        NodeSetting<Self>(
            "decidedBy", \.decider, in: 0...JourneyLimits.nodesOnPage, "Which node's outcomes are the page's, from 1; 0 for the last."
        )
        .ours,
    ]

    var children: [PageChild] = []
    var header = LocalizedText.none
    var description = LocalizedText.none
    var stage: String?

    var decider = 0

    /// Those of the nodes on the page: a code that was sent must last until the page that asks for it.
    var secrets: Set<String> { children.reduce(into: []) { $0.formUnion($1.node.secrets) } }

    var outcomes: [String] { children.indices.contains(deciding) ? children[deciding].node.outcomes : [Outcome.only] }

    var objections: [SettingObjection] {
        if decider > children.count { return [SettingObjection("decidedBy", "there is no such node on the page")] }
        return children.enumerated().filter { $0.offset != deciding && $0.element.node.outcomes.count != 1 }.map { index, child in
            SettingObjection("nodes.\(index)", "\(child.kind.alias) has several outcomes, so it must be the page's last node")
        }
    }

    /// The index of the node whose outcomes are the page's.
    var deciding: Int { (decider == 0 ? children.count : decider) - 1 }

    var callbacks: [CallbackType] { children.flatMap(\.node.callbacks) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let secrets = turn.state.secrets
        var result = NodeResult.outcome(Outcome.only)
        var isAnswered = true
        for (index, child) in children.enumerated() {
            let part = try await turn.part("\(index)") { turn in
                try await turn.guardCredentials(of: child.kind)
                return try await child.node.step(&turn)
            }
            guard part != .suspended else { throw JourneyRunError.fault("a node on the page \(turn.place) can't wait for a link") }
            isAnswered = isAnswered && part != .waiting
            if index == deciding { result = part }
        }
        if isAnswered || settles(result) { return result }
        turn.state.secrets = secrets
        turn.present(stage: stage, header: header, description: description)
        return .waiting
    }

    private func settles(_ result: NodeResult) -> Bool {
        guard case .outcome(let outcome) = result, children.indices.contains(deciding) else { return false }
        return children[deciding].node.settlesPage(outcome)
    }
}

/// A node on a page.
struct PageChild: Sendable {
    let kind: NodeType
    let node: any JourneyNode
    /// Its id in AM's files; nil until it has been in one.
    var id: String?
    /// The name in an editor; nil for the kind's title.
    var title: String?
    /// The settings that hold placeholders, as the file has them.
    var placeholders = JSONObject()
    /// The other members of AM's file.
    var kept = JSONObject()
}
