package import Primitives

extension JourneyDefinition {
    /// Reads a journey from a file's text: JSON when it begins with a brace, else YAML.
    ///
    /// ```yaml
    /// name: Login
    /// start: credentials
    /// nodes:
    ///   credentials: { page: [ { username: {} }, { password: {} } ], next: check }
    ///   check:       { dataStoreDecision: {}, "true": success, "false": failure }
    /// ```
    ///
    /// A node's first member names its kind and holds its settings; each further member is an outcome and where it leads: to
    /// another node, to `success` or to `failure`. `next` is the outcome of nodes that have only one. The long form is
    /// `{ type: …, title: …, settings: { … }, outcomes: { … } }`.
    package init(text: String, catalogue: NodeCatalogue = .standard) throws(JourneyDefinitionError) {
        try self.init(json: try FileText.json(text), catalogue: catalogue)
    }

    /// Reads a journey from its JSON form.
    ///
    /// - Parameter variables: the values of its placeholders; unless given, they are only looked at.
    package init(
        json: JSONValue, catalogue: NodeCatalogue = .standard, variables: [String: String]? = nil
    ) throws(JourneyDefinitionError) {
        var reader = JourneyReader(catalogue, variables: variables)
        guard let journey = reader.journey(json), reader.problems.isEmpty else {
            throw JourneyDefinitionError(problems: reader.problems)
        }
        let problems = JourneyGraph(start: journey.start, nodes: journey.nodes).problems()
        guard problems.isEmpty else { throw JourneyDefinitionError(problems: problems) }
        self = journey
    }

    /// Whether a node's setting, of the journey or on one of its pages, holds a placeholder.
    package var hasPlaceholders: Bool {
        nodes.contains { node in
            !node.placeholders.isEmpty || (node.node as? Page)?.children.contains { !$0.placeholders.isEmpty } == true
        }
    }
}
