import FRAuth
import Foundation
import Primitives
import ScriptMessages
import ServerTesting
import Testing
import Services
import SignIn
import Directory

extension LiveServer {
    /// Stores the journey `Ask`: a script, which asks what it likes, and puts what it was told into the state's `answers`.
    func addScript(_ text: String) async throws {
        let script = Script(id: UUID(), name: "Ask", text: text)
        try await server.domain.signIn.scripts.save(script, in: realm.id)
        try await add(
            "Ask", start: "ask",
            nodes: [
                "ask": ["scriptedDecision": ["script": "Ask", "outcomes": ["true"]], "true": "tell"],
                "tell": ["stateMetadata": ["attributes": ["answers"]], "next": "success"],
            ], noSession: true)
    }

    /// Gives the journey of the passkey tutorial its script `HasSession`, and has it say what that found.
    func addHasSession() async throws {
        var script = Script(
            id: UUID(), name: "HasSession",
            text: """
                if (typeof existingSession !== 'undefined') {
                  outcome = "hasSession";
                } else {
                  outcome = "noSession";
                }
                """)
        script.generation = .legacy
        try await server.domain.signIn.scripts.save(script, in: realm.id)
        let outcomes = ["hasSession", "noSession"]
        var nodes: JSONObject = [
            "check": [
                "scriptedDecision": ["script": "HasSession", "outcomes": .array(outcomes.map(JSONValue.string))],
                "hasSession": "hasSession", "noSession": "noSession",
            ]
        ]
        for name in outcomes { nodes[name] = ["message": ["message": .string(name)], "true": "success", "false": "failure"] }
        try await add("BlogWebAuthnRegistration", start: "check", nodes: nodes)
    }
}

extension Harness {
    /// Runs the journey `Ask`: `answering` fills in its node. Returns what the script says that it was told.
    func answersOfScript(_ answering: (Node) throws -> Void) async throws -> Any? {
        let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Ask", completion: $0) }
        let node = try #require(first.node, "\(String(describing: first.error))")
        try answering(node)
        let second: Outcome<Token> = await outcome { node.next(completion: $0) }
        let told = try #require(second.node, "\(String(describing: second.error))")
        return try told.first(MetadataCallback.self).outputs["answers"]
    }
}
