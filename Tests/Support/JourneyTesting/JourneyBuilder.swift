package import JourneyModel

/// Journeys as code:
///
/// ```swift
/// try JourneyDefinition("TwoSteps") {
///     UsernameCollector().at("name").next("word")
///     PasswordCollector().at("word").next("check")
///     DataStoreDecision().at("check").yes(.success).no("retries")
///     RetryLimitDecision().set(\.limit, 3).at("retries").on("Retry", "name").on("Reject", .failure)
/// }
/// ```
///
/// The first node is where the journey starts. What a file would be refused for, this is refused for too.
@resultBuilder
package enum JourneyBuilder {
    package static func buildExpression(_ node: PlacedNode) -> [PlacedNode] { [node] }
    package static func buildBlock(_ nodes: [PlacedNode]...) -> [PlacedNode] { nodes.flatMap { $0 } }
    package static func buildOptional(_ nodes: [PlacedNode]?) -> [PlacedNode] { nodes ?? [] }
    package static func buildEither(first nodes: [PlacedNode]) -> [PlacedNode] { nodes }
    package static func buildEither(second nodes: [PlacedNode]) -> [PlacedNode] { nodes }
    package static func buildArray(_ nodes: [[PlacedNode]]) -> [PlacedNode] { nodes.flatMap { $0 } }
}

/// The nodes of a page: `Page { UsernameCollector(); PasswordCollector() }`.
@resultBuilder
package enum PageBuilder {
    package static func buildExpression(_ node: some NodeDeclaration) -> [PageChild] { [PageChild(kind: type(of: node).type, node: node)] }
    package static func buildBlock(_ nodes: [PageChild]...) -> [PageChild] { nodes.flatMap { $0 } }
}

extension JourneyDefinition {
    package init(
        _ name: String, _ change: (inout JourneyTraits) -> Void = { _ in }, @JourneyBuilder nodes: () -> [PlacedNode]
    ) throws(JourneyDefinitionError) {
        var traits = JourneyTraits()
        change(&traits)
        let nodes = nodes()
        let start = nodes.first.map { JourneyTarget.node($0.id) } ?? .failure
        let kinds = nodes.flatMap { [$0.node] + (($0.node as? Page)?.children.map(\.node) ?? []) }
        let catalogue = NodeCatalogue(kinds.map { NodeKind.of($0) })
        try self.init(json: JourneyDefinition(name: name, traits: traits, start: start, nodes: nodes).json, catalogue: catalogue)
    }
}

extension NodeKind {
    fileprivate static func of(_ node: some NodeDeclaration) -> NodeKind { NodeKind(Swift.type(of: node)) }
}

extension Page {
    package init(@PageBuilder _ nodes: () -> [PageChild]) {
        self.init()
        children = nodes()
    }
}

extension NodeDeclaration {
    /// The node with a setting.
    package func set<Value>(_ setting: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var node = self
        node[keyPath: setting] = value
        return node
    }

    /// The node at a place of a journey.
    package func at(_ id: String) -> PlacedNode { PlacedNode(id: id, title: nil, kind: Self.type, node: self, connections: [:]) }
}

extension PlacedNode {
    /// Where an outcome leads.
    package func on(_ outcome: String, _ target: JourneyTarget) -> PlacedNode { connected(connections.merging([outcome: target]) { $1 }) }
    package func next(_ target: JourneyTarget) -> PlacedNode { on(Outcome.only, target) }
    package func yes(_ target: JourneyTarget) -> PlacedNode { on(Outcome.yes, target) }
    package func no(_ target: JourneyTarget) -> PlacedNode { on(Outcome.no, target) }
}

extension JourneyTarget: ExpressibleByStringLiteral {
    public init(stringLiteral id: String) { self.init(id) }
}
