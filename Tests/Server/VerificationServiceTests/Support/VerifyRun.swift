import Directory
import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import Primitives
import Services
import SignIn
import Testing
import VerificationMessages
import Verifications

@testable import JourneyEngine

/// A run of a journey in which one node is tried behind a login, with a message at the end of each of its ways.
struct VerifyRun {
    static let journey = "Trial"

    let server: VerifyServer
    private(set) var step: Step

    /// Stores the journey, and signs in.
    /// - Parameters:
    ///   - before: the node that comes before, whose outcomes all lead on.
    ///   - stores: the outcome behind which what was gathered is written into the profile.
    ///   - looks: whether a script stands behind the messages, so that transient values are kept until then.
    init(
        _ kind: String, _ settings: JSONObject = JSONObject(), before: (String, JSONObject)? = nil, stores: String? = nil,
        looks: Bool = false, on server: VerifyServer
    ) async throws {
        let definition = try Self.definition((kind, settings), before: before, stores: stores, looks: looks)
        if looks {
            let script = Script(id: server.domain.platform.random.uuid(), name: "Look", text: "action.goTo('outcome');")
            try await server.domain.signIn.scripts.save(script, in: server.realm.id)
        }
        try await self.init(definition, on: server)
    }

    /// Stores a journey that begins with a login, and signs in.
    init(_ definition: JourneyDefinition, on server: VerifyServer) async throws {
        self.server = server
        try await server.engine.save(definition, in: server.realm)
        var client = ClientContext(address: "192.0.2.1", languages: ["en"])
        client.origin = VerifyServer.address
        self.client = client
        let begun = try await server.engine.start(JourneyStart(realm: server.realm, journey: definition.name, client: client))
        guard case .step(let first) = begun else { throw Ended() }
        step = first
        try await send("sky", .string(VerifyServer.password.reveal()))
    }

    private let client: ClientContext

    private struct Ended: Error {}

    private static func definition(
        _ tried: (String, JSONObject), before: (String, JSONObject)?, stores: String?, looks: Bool
    ) throws -> JourneyDefinition {
        var nodes: JSONObject = [
            "credentials": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
            "check": ["dataStoreDecision": [:], "true": .string(before == nil ? "tried" : "before"), "false": "failure"],
        ]
        if let before {
            nodes["before"] = node(before, try outcomes(of: before).map { ($0, "tried") })
        }
        var targets: [(String, JSONValue)] = []
        for outcome in try outcomes(of: tried) {
            targets.append((outcome, outcome == stores ? "store" : .string("at-\(outcome)")))
            nodes["at-\(outcome)"] = ["message": ["message": .string(outcome)], "true": looks ? "look" : "success", "false": "failure"]
        }
        if looks { nodes["look"] = ["scriptedDecision": ["script": "Look", "outcomes": ["outcome"]], "outcome": "success"] }
        if let stores {
            nodes["store"] = ["patchObject": [:], "PATCHED": .string("at-\(stores)"), "FAILURE": "failure"]
        }
        nodes["tried"] = node(tried, targets)
        return try JourneyDefinition(
            json: .object(["name": .string(journey), "mustRun": true, "start": "credentials", "nodes": .object(nodes)]))
    }

    private static func node(_ tried: (String, JSONObject), _ targets: [(String, JSONValue)]) -> JSONValue {
        ["type": .string(tried.0), "settings": .object(tried.1), "outcomes": .object(JSONObject(targets))]
    }

    private static func outcomes(of node: (String, JSONObject)) throws -> [String] {
        var reader = JourneyReader(.standard)
        return try #require(NodeCatalogue.standard.kind(node.0)?.node(node.1, &reader, at: "")).outcomes
    }

    // MARK: - The client

    /// Answers the callbacks in order; nil leaves one as it is.
    mutating func send(_ answers: JSONValue?...) async throws {
        var answered = step
        for (index, answer) in answers.enumerated() {
            if let answer { answered.callbacks[index].input[0].value = answer }
        }
        guard case .step(let next) = try await server.engine.advance(answered, in: server.realm, from: client) else { throw Ended() }
        step = next
    }

    /// Presses a button of the step.
    mutating func press(_ button: Int) async throws {
        let index = try #require(step.callbacks.firstIndex { $0.type == .confirmation }, "\(step.json.text)")
        var answered = step
        answered.callbacks[index].input[0].value = .integer(Int64(button))
        guard case .step(let next) = try await server.engine.advance(answered, in: server.realm, from: client) else { throw Ended() }
        step = next
    }

    var types: [CallbackType] { step.callbacks.map(\.type) }

    /// The first text of the step: the outcome, at the end.
    var message: String? {
        for case .textOutput(let statement) in step.callbacks.map(\.kind) { return statement.message }
        return nil
    }

    /// The text beside the waiting.
    var waiting: String? {
        for case .pollingWait(let wait) in step.callbacks.map(\.kind) { return wait.message }
        return nil
    }

    /// The labels of the buttons.
    var buttons: [String] {
        for case .confirmation(let question) in step.callbacks.map(\.kind) { return question.options }
        return []
    }

    /// The link of the QR code; nil when none is shown.
    var link: String? { step.callbacks.lazy.compactMap { HiddenValue($0) }.first { $0.id == "identityVerification" }?.value }

    /// An app that begins with the code that is shown.
    func app(seed: UInt64 = 1) async throws -> TestApp {
        let app = try TestApp(server, seed: seed)
        try await app.begin(Secret(String(try #require(link, "\(step.json.text)").suffix(12))))
        return app
    }

    /// The state as the run has it.
    var state: JourneyState {
        get throws {
            try server.engine.sealer.open(step.authID, realm: server.realm.id, binding: nil, at: server.time.now)
        }
    }
}
