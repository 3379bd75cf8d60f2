import JourneyMessages
import Primitives

/// Shows several nodes in one step. Its outcomes are those of its last node; the others have one each.
///
/// Every node on the page runs at each submission. While one of them isn't answered, the whole page is asked again, and secrets
/// given with it are dropped.
struct Page: JourneyNode {
    static let type = NodeType(
        "PageNode", alias: "page", title: "Page", "Shows several nodes in one step.", interaction: .always)
    static let settings = [
        Setting<Self>.children,
        Setting<Self>("pageHeader", \.header, "The page's heading."),
        Setting<Self>("pageDescription", \.description, "A text below the heading."),
        Setting<Self>("stage", \.stage, "A word, often JSON, by which the client recognises the page."),
    ]

    var children: [PageChild] = []
    var header = LocalizedText.none
    var description = LocalizedText.none
    var stage: String?

    var outcomes: [String] { children.last?.node.outcomes ?? [Outcome.only] }

    var callbacks: [CallbackType] { children.flatMap(\.node.callbacks) }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let secrets = turn.state.secrets
        var result = NodeResult.outcome(Outcome.only)
        var isAnswered = true
        for (index, child) in children.enumerated() {
            result = try await turn.part("\(index)") { turn in try await child.node.step(&turn) }
            isAnswered = isAnswered && result != .waiting
        }
        if isAnswered { return result }
        turn.state.secrets = secrets
        turn.present(stage: stage, header: header, description: description)
        return .waiting
    }
}

/// A node on a page.
struct PageChild: Sendable {
    let kind: NodeType
    let node: any JourneyNode
}
