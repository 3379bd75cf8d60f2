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

    @Test("an engine takes no kind without a step")
    func refused() async throws {
        let domain = try await JourneyHarness().domain
        let error = try #require(throws: JourneyRunError.self) {
            try JourneyEngine(domain: domain, catalogue: NodeCatalogue([NodeKind(UsernameCollector.self), NodeKind(Declared.self)]))
        }
        #expect(error.code == .internal && "\(error)".contains("no step for declared"))
    }

    @Test("the trust store of a registration that names none is the one that the realm's policies go by")
    func trustStore() {
        #expect(WebAuthnRegistrationNode().trustStore == TrustStores.defaultAlias)
    }
}
