import AMFormat
import Foundation
import JourneyModel
import Primitives

@testable import JourneyEngine

/// Files as AM's tools write them, made for these tests after the facts of `docs/protocols/journey-nodes.md` 1.
enum AMFiles {
    static let page = "aaaaaaaa-0000-4000-8000-000000000001"
    static let check = "aaaaaaaa-0000-4000-8000-000000000002"
    static let name = "aaaaaaaa-0000-4000-8000-000000000003"
    static let word = "aaaaaaaa-0000-4000-8000-000000000004"
    static let retries = "aaaaaaaa-0000-4000-8000-000000000005"
    static let decision = "aaaaaaaa-0000-4000-8000-000000000006"
    static let partner = "aaaaaaaa-0000-4000-8000-000000000007"
    static let stray = "aaaaaaaa-0000-4000-8000-000000000008"
    static let script = "11111111-2222-4333-8444-555555555555"
    static let source = "outcome = \"open\";"

    /// The graph. Its oddities: a description that is the word null, positions with fractions, a stray position, a node of a partner, one that
    /// nothing leads to, an outcome that the node here doesn't have, and flags of newer and unknown kinds.
    static let tree: JSONValue = [
        "_id": "Office", "_rev": "-17", "description": "null", "enabled": true, "entryNodeId": .string(page),
        "identityResource": "managed/alpha_user", "innerTreeOnly": false, "mustRun": false, "noSession": false,
        "transactionalOnly": false, "treeTimeout": "7", "colour": "blue",
        "uiConfig": [
            "categories": "[\"SDK\"]", "annotations": .string("{\"forNodes\":{\"\(check)\":[{\"id\":\"n1\",\"text\":\"why\"}]}}"),
        ],
        "nodes": [
            page: [
                "nodeType": "PageNode", "displayName": "Login Page", "version": "1.0", "connections": ["outcome": .string(check)],
                "x": 210, "y": 90.5,
            ],
            check: [
                "nodeType": "DataStoreDecisionNode", "displayName": "Check", "x": 460, "y": 120,
                "connections": ["true": .string(decision), "false": .string(retries)],
            ],
            retries: [
                "nodeType": "RetryLimitDecisionNode", "displayName": "Retries", "x": 460, "y": 300,
                "connections": ["Retry": .string(page), "Reject": .string(JourneyTarget.failureID), "Perhaps": .string(page)],
            ],
            decision: [
                "nodeType": "ScriptedDecisionNode", "displayName": "Office hours?", "x": 600, "y": 10,
                "connections": ["open": .string(JourneyTarget.successID), "closed for today": .string(partner)],
            ],
            partner: [
                "nodeType": "OnfidoCheckNode", "displayName": "Documents", "x": 800, "y": 10,
                "connections": ["Pass": .string(JourneyTarget.successID), "Fail": .string(JourneyTarget.failureID)],
            ],
            stray: [
                "nodeType": "MessageNode", "displayName": "Left over", "connections": ["true": .string(stray)], "x": 1, "y": 2,
            ],
        ],
        "staticNodes": ["startNode": ["x": 50, "y": 110], "ffffffff-0000-4000-8000-000000000001": ["x": 1, "y": 1]],
    ]

    static let nodes: JSONValue = [
        page: [
            "_id": .string(page), "_rev": "1", "_type": ["_id": "PageNode", "name": "Page Node", "collection": true],
            "_outcomes": [["id": "outcome", "displayName": "Outcome"]], "pageHeader": ["en": "Sign in", "de": "Anmelden"],
            "pageDescription": [:], "stage": "",
            "nodes": [
                ["_id": .string(name), "nodeType": "ValidatedUsernameNode", "displayName": "Username"],
                ["_id": .string(word), "nodeType": "ValidatedPasswordNode", "displayName": "Password", "nodeVersion": "1.0"],
            ],
        ],
        check: [
            "_id": .string(check), "_type": ["_id": "DataStoreDecisionNode", "name": "Data Store Decision", "collection": true],
            "_outcomes": [["id": "true", "displayName": "True"], ["id": "false", "displayName": "False"]],
        ],
        retries: [
            "_id": .string(retries), "_type": ["_id": "RetryLimitDecisionNode", "name": "Retry Limit Decision", "collection": true],
            "_outcomes": [["id": "Retry", "displayName": "Retry"], ["id": "Reject", "displayName": "Reject"]],
            "retryLimit": "5", "incrementUserAttributeOnFailure": true,
        ],
        decision: [
            "_id": .string(decision), "_type": ["_id": "ScriptedDecisionNode"], "script": .string(script),
            "outcomes": ["open", "closed for today"], "inputs": ["*"], "outputs": ["*"],
        ],
        partner: [
            "_id": .string(partner), "_type": ["_id": "OnfidoCheckNode", "name": "Documents", "collection": true], "region": "EU",
            "limit": ["$int": "&{esv.onfido.limit|3}"], "apiToken-encrypted": "AAAA",
        ],
        stray: ["_id": .string(stray), "_type": ["_id": "MessageNode"], "message": ["en": "Never seen"]],
    ]

    static let innerNodes: JSONValue = [
        name: ["_id": .string(name), "_type": ["_id": "ValidatedUsernameNode"], "usernameAttribute": "userName", "validateInput": "false"],
        word: ["_id": .string(word), "_type": ["_id": "ValidatedPasswordNode"], "passwordAttribute": "password", "validateInput": false],
    ]

    static let scripts: JSONValue = [
        script: [
            "_id": .string(script), "name": "Check Office Hours", "description": "null",
            "script": .string(Data(source.utf8).base64EncodedString()), "language": "JAVASCRIPT",
            "context": "AUTHENTICATION_TREE_DECISION_NODE", "evaluatorVersion": "2.0", "default": false, "createdBy": "id=somebody",
            "creationDate": 1_700_000_000_000,
        ]
    ]

    /// What stands beside the graph: its nodes, scripts, and what has no counterpart here.
    static var entry: JSONObject {
        [
            "tree": tree, "nodes": nodes, "innerNodes": innerNodes, "scripts": scripts,
            "emailTemplates": ["welcome": ["_id": "emailTemplate/welcome", "subject": ["en": "Welcome"], "enabled": true]],
            "socialIdentityProviders": ["google": ["_id": "google", "_type": ["_id": "googleConfig"], "clientId": "id"]],
            "themes": [["_id": "blue", "name": "Blue", "linkedTrees": ["Office"]]], "saml2Entities": [:], "circlesOfTrust": [:],
            "nodeTypes": [:], "variable": [:],
        ]
    }

    /// The forms of the same journey, each with its name.
    static var forms: [(name: String, files: [ImportFile])] {
        [
            ("A, many journeys", [file("all.json", ["meta": meta, "trees": ["Office": .object(entry)]])]),
            ("B, one journey", [file("Office.journey.json", entry.overlaid(with: ["meta": meta]))]),
            ("C, Amster", entities.map { file($0.path, ["metadata": metadata($0.type, $0.id), "data": $0.value]) }),
            ("D, configuration tools", entities.map { file($0.path, $0.value.object ?? JSONObject()) }),
            (
                "C, file-based configuration",
                entities.map { entity in
                    let id = "default/" + entity.id
                    let data = (entity.value.object ?? [:]).overlaid(with: ["_id": .string(id)])
                    return file(entity.path, ["metadata": metadata(entity.type, id), "data": .object(data)])
                }
            ),
            ("E, a raw pair", [file("raw.json", ["tree": tree, "nodes": .object(every), "scripts": scripts])]),
        ]
    }

    static let meta: JSONValue = [
        "origin": "https://tenant.example/platform/?realm=alpha#/journeys", "exportTool": "platform-admin ui tree export",
        "exportDate": "2026-01-15T10:00:00.000Z",
    ]

    static func file(_ path: String, _ object: JSONObject) -> ImportFile {
        ImportFile(path: path, bytes: JSONValue.object(object).encoded)
    }

    /// A file of one journey with its graph, its nodes and what stands beside them changed.
    static func changed(_ change: (inout JSONObject) -> Void) -> ImportFile {
        var entry = entry
        change(&entry)
        return file("changed.json", ["trees": ["Office": .object(entry)]])
    }

    private static var every: JSONObject { (nodes.object ?? JSONObject()).overlaid(with: innerNodes.object ?? JSONObject()) }

    private static func metadata(_ type: String, _ id: String) -> JSONValue {
        ["realm": "/alpha", "amsterVersion": "7.3.0", "entityType": .string(type), "entityId": .string(id), "pathParams": [:]]
    }

    /// The objects that have files of their own in the forms C and D.
    private static var entities: [(path: String, type: String, id: String, value: JSONValue)] {
        let folder = "realms/alpha/journeys/Office"
        return [("\(folder)/Office.json", "AuthTree", "Office", tree)]
            + every.members.map { ("\(folder)/nodes/\($0.name).json", $0.value["_type"]?["_id"]?.string ?? "", $0.name, $0.value) }
            + (scripts.object?.members ?? []).map { ("realms/alpha/scripts/\($0.name).json", "Scripts", $0.name, $0.value) }
    }
}

extension JSONObject {
    /// Changes a member deep inside.
    subscript(path path: [String]) -> JSONValue? {
        get { path.reduce(JSONValue?.some(.object(self))) { $0?[$1] } }
        set {
            guard let first = path.first else { return }
            if path.count == 1 { return self[first] = newValue }
            var inner = self[first]?.object ?? JSONObject()
            inner[path: Array(path.dropFirst())] = newValue
            self[first] = .object(inner)
        }
    }
}
