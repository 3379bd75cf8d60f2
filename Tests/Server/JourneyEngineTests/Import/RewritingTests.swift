import AMFormat
import Foundation
import JourneyModel
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine
import Directory

@Suite("Import into another place")
struct RewritingTests {
    @Test("names of the realm that the file comes from become those of the one it goes to")
    func realm() throws {
        let there = try #require(JourneyImport(AMFiles.forms[0].files, ImportOptions(realm: "beta")).journeys.first)
        #expect(there.traits.identityResource == "managed/beta_user")
        let same = try #require(JourneyImport(AMFiles.forms[0].files, ImportOptions(realm: "alpha")).journeys.first)
        #expect(same.traits.identityResource == "managed/alpha_user")
        for form in AMFiles.forms[2...3] {
            let journey = try #require(JourneyImport(form.files, ImportOptions(realm: "beta")).journeys.first)
            #expect(journey.traits.identityResource == "managed/beta_user", "\(form.name)")
        }
    }

    @Test("new ids are new everywhere, and the graph is the same")
    func ids() throws {
        let random = SeededRandom(seed: 7)
        let options = ImportOptions(newID: { random.uuid().uuidString.lowercased() })
        let read = JourneyImport(AMFiles.forms[0].files, options)
        let (old, new) = (try #require(JourneyImport(AMFiles.forms[0].files).journeys.first), try #require(read.journeys.first))
        let text = JourneyExport(scripts: read.scripts, carried: read.carried).file([new]).text
        for id in old.nodes.map(\.id) + [AMFiles.name, AMFiles.word] { #expect(!text.contains(id)) }
        #expect(new.nodes.map(\.kind.alias) == old.nodes.map(\.kind.alias))
        #expect(new.nodes.map { $0.connections.keys.sorted() } == old.nodes.map { $0.connections.keys.sorted() })
    }

    @Test("a page of version 2.0: its outcomes carry the id of the node that decides")
    func version2() throws {
        let file = AMFiles.changed {
            $0[path: ["tree", "nodes", AMFiles.page, "version"]] = "2.0"
            $0[path: ["tree", "nodes", AMFiles.page, "connections"]] = [
                "\(AMFiles.name)-true": .string(AMFiles.check), "\(AMFiles.name)-false": .string(JourneyTarget.failureID),
            ]
            $0[path: ["nodes", AMFiles.page, "nodes"]] = [
                ["_id": .string(AMFiles.name), "nodeType": "MessageNode", "displayName": "Ask"],
                ["_id": .string(AMFiles.word), "nodeType": "ValidatedPasswordNode", "displayName": "Password"],
            ]
            $0[path: ["innerNodes", AMFiles.name]] = [
                "_id": .string(AMFiles.name), "_type": ["_id": "MessageNode"], "message": ["en": "?"],
            ]
        }
        let journey = try #require(JourneyImport([file]).journeys.first)
        let page = try #require(journey.node(AMFiles.page))
        #expect((page.node as? Page)?.decider == 1 && page.connections["true"] == .node(AMFiles.check))
        let tree = JourneyExport(scripts: [], carried: []).file([journey])["trees"]?["Office"]?["tree"]
        #expect(tree?["nodes"]?[AMFiles.page]?["connections"]?["\(AMFiles.name)-true"] == .string(AMFiles.check))
    }

    @Test("product nodes are known with and without their prefix")
    func product() throws {
        let file = AMFiles.changed { $0[path: ["tree", "nodes", AMFiles.retries, "nodeType"]] = "product-RetryLimitDecisionNode" }
        let journey = try #require(JourneyImport([file]).journeys.first)
        #expect(journey.node(AMFiles.retries)?.kind.alias == "retryLimitDecision")
        let tree = JourneyExport(scripts: [], carried: []).file([journey])["trees"]?["Office"]?["tree"]
        #expect(tree?["nodes"]?[AMFiles.retries]?["nodeType"] == "product-RetryLimitDecisionNode")
    }
}
