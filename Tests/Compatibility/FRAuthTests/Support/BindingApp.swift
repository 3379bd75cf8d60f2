import FRAuth
import FRDeviceBinding
import Foundation
import Primitives
import ScriptMessages
import ServerTesting
import Testing
import Services
import SignIn
import DeviceRegistry
import Directory

/// An app that binds and signs at a server whose journeys end each in a message, whose text is the node's outcome.
struct BindingApp: Sendable {
    let live: LiveServer

    /// What came of a way through a journey.
    struct End {
        /// The node's outcome; nil when the journey failed.
        let outcome: String?
        /// Who was signed in, as far as the journey says.
        var user: String?
        /// What the completion said went wrong.
        var status: DeviceBindingStatus?
    }

    func user() async throws -> User {
        try #require(try await live.server.domain.directory.users.user(named: "demo", in: live.realm.id))
    }

    func serverKeys() async throws -> [RegisteredBoundKey] {
        try await live.server.domain.deviceRegistry.devices.boundKeys(of: try await user().id, in: live.realm.id).map(\.key)
    }

    /// A journey's node with the callback.
    /// - Parameter name: whether a user name is asked before.
    func start(_ journey: String, name: Bool, as username: String = "demo") async throws -> Node {
        let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: journey, completion: $0) }
        let node = try #require(first.node, "\(String(describing: first.error))")
        guard name else { return node }
        for callback in node.callbacks {
            (callback as? NameCallback)?.setValue(username)
            (callback as? PasswordCallback)?.setValue("Ch4ng3it!")
        }
        let second: Outcome<Token> = await outcome { node.next(completion: $0) }
        return try #require(second.node, "\(String(describing: second.error))")
    }

    /// Lets a view controller answer a node's callback.
    func act<Wanted: DocumentedCallback>(
        on node: Node, _ type: Wanted.Type, _ answering: (Wanted, BindingViewController) -> Void
    ) async throws -> DeviceBindingStatus? {
        let callback = try node.first(type)
        return await withCheckedContinuation { continuation in
            answering(callback, BindingViewController { continuation.resume(returning: $0) })
        }
    }

    /// Sends a node, and reads the message.
    func end(of node: Node) async throws -> End {
        let next: Outcome<Token> = await outcome { node.next(completion: $0) }
        guard let message = try? next.node?.first(MetadataCallback.self).outputs else { return End(outcome: nil) }
        return End(outcome: message["outcome"] as? String, user: message["username"] as? String)
    }

    func binding(
        as username: String = "demo", _ answering: (DeviceBindingCallback, BindingViewController) -> Void
    ) async throws -> End {
        let node = try await start("Bind", name: true, as: username)
        let status = try await act(on: node, DeviceBindingCallback.self, answering)
        var end = try await end(of: node)
        end.status = status
        return end
    }

    /// - Parameter finish: whether the journey goes on to a session.
    func signing(
        _ journey: String = "Sign", finish: Bool = false,
        _ answering: (DeviceSigningVerifierCallback, BindingViewController) -> Void
    ) async throws -> End {
        let node = try await start(journey, name: journey == "Sign")
        let status = try await act(on: node, DeviceSigningVerifierCallback.self, answering)
        let next: Outcome<Token> = await outcome { node.next(completion: $0) }
        let message = try #require(next.node)
        let outputs = try message.first(MetadataCallback.self).outputs
        if finish {
            let last: Outcome<Token> = await outcome { message.next(completion: $0) }
            #expect(last.result != nil)
        }
        return End(outcome: outputs["outcome"] as? String, user: outputs["username"] as? String, status: status)
    }
}

extension DeviceSigningVerifierCallback {
    /// What was signed.
    var answeredJws: String? {
        let inputs = response["input"] as? [[String: Any]] ?? []
        return inputs.first { ($0["name"] as? String)?.hasSuffix("jws") == true }?["value"] as? String
    }
}

extension LiveServer {
    /// The journeys `Bind`, `Sign` and `Usernameless`. Each outcome leads to a metadata callback that says it, with the signed claims.
    func addBindingJourneys(_ type: DeviceBindingAuthenticationType) async throws {
        let errors: JSONValue = ["Unsupported", "Abort", "Timeout", "ClientNotRegistered", "CustomUnReg"]
        let check: JSONValue = ["dataStoreDecision": [:], "true": "only", "false": "failure"]
        let binding: JSONObject = ["authenticationType": .string(type.rawValue), "clientErrorOutcomes": errors]
        try await add(
            "Bind", "deviceBinding", binding, ["success", "failure"],
            before: [
                "first": ["page": [["username": [:]], ["password": [:]]], "next": "check"], "check": check,
            ])
        let outcomes = ["success", "failure", "noDeviceRegistered", "keyNotFound"]
        let signing: JSONObject = ["applicationIds": ["com.example.app"], "clientErrorOutcomes": errors]
        try await add("Sign", "deviceSigningVerifier", signing, outcomes, before: ["first": ["username": [:], "next": "only"]])
        try await add("Usernameless", "deviceSigningVerifier", signing, outcomes, before: [:])
        try await server.domain.signIn.scripts.save(
            Script(
                id: UUID(), name: "Claims",
                text: "nodeState.putShared('claims', nodeState.get('DeviceSigningVerifierNode.JWT')); action.goTo('done');"),
            in: realm.id)
    }

    private func add(
        _ name: String, _ kind: String, _ settings: JSONObject, _ outcomes: [String], before: JSONObject
    ) async throws {
        var nodes = before
        var only: JSONObject = [kind: .object(settings)]
        for outcome in outcomes + (settings["clientErrorOutcomes"]?.strings ?? []) {
            only[outcome] = .string("set\(outcome)")
            let next = outcome == "success" && kind != "deviceBinding" ? "claims" : "tell"
            nodes["set\(outcome)"] = ["setState": ["attributes": ["outcome": .string(outcome)]], "next": .string(next)]
        }
        nodes["only"] = .object(only)
        if kind != "deviceBinding" {
            nodes["claims"] = ["scriptedDecision": ["script": "Claims", "outcomes": ["done"]], "done": "tell"]
        }
        nodes["tell"] = ["stateMetadata": ["attributes": ["outcome", "username", "claims"]], "next": "success"]
        try await add(name, start: before.isEmpty ? "only" : "first", nodes: nodes)
    }
}
