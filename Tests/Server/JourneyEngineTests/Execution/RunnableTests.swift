import DevicePolicies
import JourneyNodes
import Testing

@testable import JourneyEngine
@testable import JourneyModel

@Suite("Declarations and their steps")
struct RunnableTests {
    /// A kind that is declared and does nothing.
    private struct Declared: NodeDeclaration {
        static let type = NodeType("DeclaredNode", alias: "declared", title: "Declared", "Is declared.")
    }

    @Test("every kind that is declared has a step")
    func complete() {
        #expect(NodeCatalogue.runnable.aliases == NodeCatalogue.standard.aliases)
    }

    @Test("a journey fails at a node of a kind without a step, and says which")
    func refused() async throws {
        let harness = try await JourneyHarness()
        let catalogue = NodeCatalogue([NodeKind(UsernameCollector.self), NodeKind(Declared.self)])
        let engine = JourneyEngine(domain: harness.domain, catalogue: catalogue)
        let text = "name: Idle\nstart: only\nnodes:\n  only: { declared: {}, next: success }\n"
        try await engine.save(try JourneyDefinition(text: text, catalogue: catalogue), in: harness.realm)
        let error = await #expect(throws: JourneyRunError.self) {
            try await engine.start(JourneyStart(realm: harness.realm, journey: "Idle", client: harness.client))
        }
        #expect(error?.code == .internal && error.map { "\($0)".contains("declared") } == true)
    }

    @Test("the trust store of a registration that names none is the one that the realm's policies go by")
    func trustStore() {
        #expect(WebAuthnRegistrationNode().trustStore == TrustStores.defaultAlias)
    }
}
