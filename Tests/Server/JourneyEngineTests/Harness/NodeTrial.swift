import JourneyMessages
import JourneyModel
import Primitives

@testable import JourneyEngine
import Services
import Foundations
import Directory

/// A realm in which one node at a time is tried, behind a login or alone, with a message at the end of each of its ways.
struct NodeTrial {
    /// A node with its settings.
    struct Node: Sendable {
        let kind: String
        let settings: JSONObject

        init(_ kind: String, _ settings: JSONObject = JSONObject()) {
            self.kind = kind
            self.settings = settings
        }
    }

    static let name = "Trial"

    var harness: JourneyHarness

    init(http: any OutboundHTTP = NoOutboundHTTP(), _ change: (inout RealmSettings) -> Void = { _ in }) async throws {
        var harness = try await JourneyHarness(http: http) { settings in
            settings[AccountSettings.self].consentMappings = [ConsentMapping("crm", displayName: "CRM")]
            change(&settings)
        }
        harness.client.origin = "https://login.example.com"
        harness.client.pushEndpoint = { "https://login.example.com/am/json/realms/root\($0)/push/sns/message" }
        self.harness = harness
    }

    /// Gives the user a profile.
    func setProfile(_ attributes: JSONObject) async throws {
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm, as: .administrator) { document in
            let needed: JSONObject = ["mail": "demo@example.com", "givenName": "Demo", "sn": "User"]
            for member in needed.overlaid(with: attributes).members { document[member.name] = member.value }
        }
    }

    // MARK: - The journey

    /// The journey in which the last of some nodes is tried; those before it go on to the next whatever comes of them. Behind the message
    /// stands a node that may look at secrets, so that they are kept until then.
    static func journey(_ nodes: [Node], isProven: Bool = true) throws -> JourneyDefinition {
        var places = JSONObject()
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            let targets = outcomes(of: node).map { ($0, JSONValue.string(isLast ? "at-\($0)" : "node\(index + 1)")) }
            places["node\(index)"] = [
                "type": .string(node.kind), "settings": .object(node.settings), "outcomes": .object(JSONObject(targets)),
            ]
            guard isLast else { continue }
            for (outcome, end) in targets {
                places[end.string ?? ""] = ["message": ["message": .string(outcome)], "true": "script", "false": "failure"]
            }
        }
        places["script"] = ["scriptedDecision": ["script": "Look", "outcomes": ["outcome"]], "outcome": "success"]
        if isProven {
            places["credentials"] = ["page": [["username": [:]], ["password": [:]]], "next": "check"]
            places["check"] = ["dataStoreDecision": [:], "true": "node0", "false": "failure"]
        }
        let journey: JSONObject = [
            "name": .string(name), "mustRun": true, "start": isProven ? "credentials" : "node0", "nodes": .object(places),
        ]
        return try JourneyDefinition(json: .object(journey))
    }

    private static func outcomes(of node: Node) -> [String] {
        var reader = JourneyReader(.standard)
        return NodeCatalogue.standard.kind(node.kind)?.node(node.settings, &reader, at: "").outcomes ?? []
    }

    /// Stores the journey, and goes to where the nodes begin.
    func begin(_ nodes: [Node], isProven: Bool = true) async throws -> JourneyReply {
        try await harness.engine.save(try Self.journey(nodes, isProven: isProven), in: harness.realm)
        guard isProven else { return try await harness.start(Self.name) }
        return try await harness.login(Self.name)
    }

    /// The step in which the node asks, or the message of the outcome that it has.
    func step(_ nodes: [Node], isProven: Bool = true) async throws -> Step { try await begin(nodes, isProven: isProven).step }

    func step(_ kind: String, _ settings: JSONObject = JSONObject(), isProven: Bool = true) async throws -> Step {
        try await step([Node(kind, settings)], isProven: isProven)
    }
}
