import AMFormat
import Foundation
import JourneyModel
import JourneyTransfer
import Primitives
import ScriptMessages
import Sessions
import SignIn
import Testing

@testable import JourneyEngine

@Suite("What other makers' files have")
struct OtherMakersTests {
    private static func file(_ read: JourneyImport, _ scripts: [Script]? = nil) -> JSONValue {
        JourneyExport(scripts: scripts ?? read.scripts, providers: read.providers.map(\.provider), carried: read.carried)
            .file(read.journeys)
    }

    private static func exported(_ read: JourneyImport) -> JSONValue? { file(read)["trees"]?["Office"] }

    @Test("nodes as a list, with their settings as details")
    func list() throws {
        let nodes = (AMFiles.nodes.object ?? [:]).overlaid(with: AMFiles.innerNodes.object ?? [:])
        let list = nodes.members.map { member -> JSONValue in
            let details = (member.value.object ?? [:]).without(["_id", "_type", "_outcomes", "_rev"])
            return ["_id": .string(member.name), "nodeType": member.value["_type"]?["_id"] ?? .null, "details": .object(details)]
        }
        let read = JourneyImport([AMFiles.file("list.json", ["tree": AMFiles.tree, "nodes": .array(list), "scripts": AMFiles.scripts])])
        let node = try #require(read.journeys.first?.node(AMFiles.retries)?.node as? RetryLimitDecision)
        #expect(node.limit == 5)
        #expect(
            (read.journeys.first?.node(AMFiles.page)?.node as? Page)?.children.map(\.kind.alias) == [
                "platformUsername", "platformPassword",
            ])
        #expect(Self.exported(read)?["nodes"]?[AMFiles.retries]?["retryLimit"] == "5")
    }

    @Test("a graph without a name has its file's", arguments: ["journeys/Office.json", "Office.journey.json"])
    func nameless(path: String) throws {
        let tree = (AMFiles.tree.object ?? [:]).without(["_id"])
        let pair = JourneyImport([AMFiles.file(path, ["tree": .object(tree), "nodes": AMFiles.nodes, "innerNodes": AMFiles.innerNodes])])
        #expect(pair.journeys.map(\.name) == ["Office"] && !pair.findings.contains { $0.level == .error })
        var files = try #require(AMFiles.forms.first { $0.name.hasPrefix("D") }).files
        files[0] = AMFiles.file(path, tree)
        #expect(JourneyImport(files).journeys.map(\.name) == ["Office"])
    }

    @Test("a node's own file with a setting called tree is no journey")
    func innerTreeFile() throws {
        var files = try #require(AMFiles.forms.first { $0.name.hasPrefix("D") }).files
        files.append(
            AMFiles.file(
                "realms/alpha/journeys/Office/nodes/inner.json",
                [
                    "_id": "aaaaaaaa-0000-4000-8000-000000000099", "_type": ["_id": "InnerTreeEvaluatorNode"], "tree": "Login",
                ]))
        let read = JourneyImport(files)
        #expect(read.journeys.map(\.name) == ["Office"] && !read.findings.contains { $0.level == .error })
        #expect(read.findings.contains { $0.reason.contains("belongs to no journey") && $0.subject.hasPrefix("InnerTreeEvaluatorNode") })
    }

    @Test("pages of version 2.0 list their outcomes with the id of the node that has them")
    func pageOutcomes() throws {
        let outcome = AMFiles.word + "-outcome"
        let file = AMFiles.changed {
            $0[path: ["tree", "nodes", AMFiles.page, "version"]] = "2.0"
            $0[path: ["tree", "nodes", AMFiles.page, "connections"]] = .object([outcome: .string(AMFiles.check)])
            $0[path: ["nodes", AMFiles.page, "_outcomes"]] = [["id": .string(outcome), "displayName": "Go on"]]
        }
        let read = JourneyImport([file])
        #expect(Self.exported(read)?["nodes"]?[AMFiles.page]?["_outcomes"] == [["id": .string(outcome), "displayName": "Go on"]])
        let again = JourneyImport([AMFiles.changed { $0 = Self.exported(read)?.object ?? [:] }])
        #expect(again.journeys.map(\.json) == read.journeys.map(\.json))
    }

    @Test("an inner journey with an outcome for errors")
    func errorOutcome() throws {
        let file = AMFiles.changed {
            $0[path: ["tree", "nodes", AMFiles.partner]] = [
                "nodeType": "InnerTreeEvaluatorNode", "displayName": "Inner",
                "connections": [
                    "true": .string(JourneyTarget.successID), "false": .string(JourneyTarget.failureID), "error": .string(AMFiles.page),
                ],
            ]
            $0[path: ["nodes", AMFiles.partner]] = [
                "_id": .string(AMFiles.partner), "_type": ["_id": "InnerTreeEvaluatorNode"], "tree": "Login", "displayErrorOutcome": true,
            ]
        }
        let read = JourneyImport([file])
        let inner = try #require(read.journeys.first?.node(AMFiles.partner))
        #expect(inner.connections["error"] == .node(AMFiles.page))
        #expect(!read.findings.contains { $0.node == AMFiles.partner }, "it is supported")
        #expect(Self.exported(read)?["tree"]?["nodes"]?[AMFiles.partner]?["connections"]?["error"] == .string(AMFiles.page))
    }

    @Test(
        "a script whose id is no UUID has one here, by which its nodes find it; an export has the file's again",
        arguments: ["58c824ae-84ed-4724-82cd-db128fc3f6c", "office-hours"])
    func oddScriptID(_ id: String) throws {
        let script: JSONValue = [
            "_id": .string(id), "name": "Hours", "description": "When", "script": "eA==",
            "language": "JAVASCRIPT", "default": false,
            "context": "AUTHENTICATION_TREE_DECISION_NODE", "evaluatorVersion": "2.0",
        ]
        let profile: JSONValue = [
            "_id": "profile", "name": "Profile", "script": "eA==", "context": "SOCIAL_IDP_PROFILE_TRANSFORMATION",
            "evaluatorVersion": "1.0",
            "description": .null, "language": "JAVASCRIPT", "default": false,
        ]
        let file = AMFiles.changed {
            $0[path: ["scripts"]] = [id: script, "profile": profile]
            $0[path: ["nodes", AMFiles.decision, "script"]] = .string(id)
            $0[path: ["socialIdentityProviders", "google"]] = Self.provider(["transform": "profile"])
        }
        let read = JourneyImport([file])
        let (journey, hours) = (
            try #require(read.journeys.first), try #require(read.scripts.first { $0.name == "Hours" })
        )
        let node = try #require(journey.node(AMFiles.decision)?.node as? ScriptedDecision)
        #expect(read.scripts.script(node.script) == hours && read.scripts.count == 2)
        #expect(
            read.providers.first?.provider.transform
                == read.scripts.first { $0.name == "Profile" }?.id.text)
        #expect(
            read.findings.contains {
                $0.subject == "script Hours" && $0.level == .note && $0.reason.contains(hours.id.text)
            })

        let exported = Self.exported(read)
        #expect(exported?["scripts"] == [id: script, "profile": profile])
        #expect(exported?["nodes"]?[AMFiles.decision]?["script"] == .string(id))
        #expect(exported?["socialIdentityProviders"]?["google"]?["transform"] == "profile")
        let again = JourneyImport([ImportFile(path: "again.json", bytes: Self.file(read).encoded)])
        #expect(again.scripts.sorted { $0.name < $1.name } == read.scripts.sorted { $0.name < $1.name })
        #expect(again.journeys.map(\.json) == read.journeys.map(\.json))
    }

    private static func provider(_ more: JSONObject) -> JSONValue {
        let plain: JSONObject = [
            "_id": "google",
            "_type": ["_id": "googleConfig", "name": "googleConfig", "collection": true],
            "clientId": "id",
            "redirectURI": "https://am.example.com/return",
        ]
        return .object(plain.overlaid(with: more))
    }

    @Test("members that say nothing come back as nothing")
    func nothing() throws {
        let file = AMFiles.changed {
            $0[path: ["scripts", AMFiles.script, "evaluatorVersion"]] = .null
            $0[path: ["scripts", AMFiles.script, "description"]] = "Hours"
            $0[path: ["socialIdentityProviders", "google"]] = Self.provider(["clientSecret": .null])
            $0[path: ["socialIdentityProviders", "partner"]] = [
                "_id": "partner", "_type": ["_id": "otherConfig"], "clientSecret": .null,
            ]
        }
        let read = JourneyImport([file])
        #expect(read.scripts.first?.generation == .legacy && read.providers.first?.provider.secret == nil)
        let exported = Self.exported(read)
        #expect(exported?["scripts"]?[AMFiles.script]?["evaluatorVersion"] == .null)
        for name in ["google", "partner"] {
            #expect(exported?["socialIdentityProviders"]?[name]?["clientSecret"] == .null, "\(name)")
        }
        #expect(!read.findings.contains { $0.member == "clientSecret" })
        // A version that was chosen here is exported as it is now.
        var newer = read.scripts
        newer[0].generation = .next
        let entry = Self.file(read, newer)["trees"]?["Office"]
        #expect(entry?["scripts"]?[AMFiles.script]?["evaluatorVersion"] == "2.0")
    }

    @Test("a script that no node names, such as one for profiles, stays with its journey")
    func unnamedScript() throws {
        let id = "ed685f9f-5909-4726-86e8-22bd38b47663"
        let file = AMFiles.changed {
            $0[path: ["scripts", id]] = [
                "_id": .string(id), "name": "Normal profile", "script": ["a = 1;", "b = 2;"],
                "context": "SOCIAL_IDP_PROFILE_TRANSFORMATION",
            ]
        }
        let script = Self.exported(JourneyImport([file]))?["scripts"]?[id]
        #expect(script?["script"]?.string.flatMap { Data(base64Encoded: $0) } == Data("a = 1;\nb = 2;".utf8))
    }

    @Test("a script may stand on a page; what may not is said")
    func onPage() throws {
        func read(_ kind: String) -> JourneyImport {
            JourneyImport([
                AMFiles.changed {
                    $0[path: ["nodes", AMFiles.page, "nodes"]] = [["_id": .string(AMFiles.name), "nodeType": .string(kind)]]
                    $0[path: ["innerNodes", AMFiles.name]] = [
                        "_id": .string(AMFiles.name), "_type": ["_id": .string(kind)], "script": .string(AMFiles.script),
                        "outcomes": ["outcome"], "tree": "Login",
                    ]
                }
            ])
        }
        let script = read("ScriptedDecisionNode")
        #expect((script.journeys.first?.node(AMFiles.page)?.node as? Page)?.children.first?.node is ScriptedDecision)
        let inner = read("InnerTreeEvaluatorNode")
        #expect(inner.findings.contains { $0.node == AMFiles.name && $0.member == nil && $0.level == .warning })
        #expect(inner.journeys.flatMap { JourneyCheck($0).findings }.contains { $0.reason.contains("can't run here as it is set") })
    }

    @Test("a page whose stage is the word null has none")
    func noStage() throws {
        let read = JourneyImport([AMFiles.changed { $0[path: ["nodes", AMFiles.page, "stage"]] = "null" }])
        #expect((read.journeys.first?.node(AMFiles.page)?.node as? Page)?.stage == nil)
        #expect(Self.exported(read)?["nodes"]?[AMFiles.page]?["stage"] == "null")
    }

    @Test("what changes nothing is a note: attributes as they are initially, and keys that this server has of its own")
    func harmless() throws {
        let file = AMFiles.changed {
            $0[path: ["nodes", AMFiles.retries, "identityAttribute"]] = "userName"
            $0[path: ["tree", "nodes", AMFiles.partner]] = [
                "nodeType": "SetPersistentCookieNode", "displayName": "Cookie",
                "connections": ["outcome": .string(JourneyTarget.successID)],
            ]
            $0[path: ["nodes", AMFiles.partner]] = ["_id": .string(AMFiles.partner), "_type": ["_id": "SetPersistentCookieNode"]]
        }
        let findings = JourneyImport([file]).findings
        #expect(findings.filter { $0.member == "identityAttribute" }.map(\.level) == [.note])
        #expect(!findings.contains { $0.member == "hmacSigningKey" })
    }
}
