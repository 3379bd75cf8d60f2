import JourneyModel
import Primitives
import ResourceMessages
import Testing

@Suite("What the model alone tells of nodes")
struct NodeSchemaTests {
    @Test("each setting of each kind has a JSON Schema with a type", arguments: NodeCatalogue.standard.descriptions)
    func schemas(_ node: NodeDescription) {
        for setting in node.settings {
            let forms = setting.form.schema["anyOf"]?.array ?? [.object(setting.form.schema)]
            #expect(forms.allSatisfy { $0["type"]?.string != nil }, "\(node.alias).\(setting.name)")
        }
        #expect(!node.outcomes.isEmpty || node.settings.contains { $0.name == outcomesName(of: node) }, "\(node.alias)")
    }

    @Test("there are all kinds, in families")
    func complete() {
        #expect(NodeCatalogue.standard.descriptions.count > 100)
        #expect(NodeReference.markdown.contains("### retryLimitDecision"))
    }

    /// The setting that has the outcomes of a kind whose outcomes are texts of the journey's author.
    private func outcomesName(of node: NodeDescription) -> String { node.alias == "choice" ? "choices" : "outcomes" }
}
