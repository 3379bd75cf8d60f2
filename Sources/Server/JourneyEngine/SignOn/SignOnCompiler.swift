import Foundation
import JourneyModel
import Primitives
import SignIn

/// A sign-on policy as a journey, so that one engine runs both: each action becomes a few nodes, and leads to the next.
struct SignOnCompiler {
    /// The number of wrong passwords that a run takes before it locks the account, as in the journeys that every realm has.
    private static let attempts: JSONValue = 5
    private static let catalogue = NodeCatalogue(
        NodeCatalogue.standard.kinds + [NodeKind(SignOnConditionNode.self), NodeKind(SessionUserNode.self)])
    private static let (success, failure) = ("success", "failure")

    private var nodes = JSONObject()

    /// - Throws: ``JourneyRunError`` `.internal` for a policy with an action or a condition that this server can't run.
    static func journey(_ policy: SignOnPolicy) throws -> JourneyDefinition {
        var compiler = SignOnCompiler()
        var next = success
        for (index, action) in policy.actions.enumerated().reversed() {
            next = try compiler.add(action, prefix(index), then: next, isFirst: index == 0, of: policy)
        }
        // A policy that asks nothing lets no user in.
        let start = policy.actions.isEmpty ? failure : next
        let json: JSONValue = ["name": .string(policy.journeyName), "start": .string(start), "nodes": .object(compiler.nodes)]
        do { return try JourneyDefinition(json: json, catalogue: catalogue) } catch {
            throw JourneyRunError.fault("the sign-on policy \(policy.name) can't be run: \(error)")
        }
    }

    /// The action that a node of the journey belongs to.
    static func action(of node: String, in policy: SignOnPolicy) -> SignOnAction? {
        let indices = policy.actions.indices
        return indices.first { node.hasPrefix(prefix($0) + "-") }.map { policy.actions[$0] }
    }

    /// The beginning of the names of an action's nodes.
    private static func prefix(_ index: Int) -> String { "a\(index + 1)" }

    /// Adds an action's nodes; returns where it begins.
    private mutating func add(
        _ action: SignOnAction, _ name: String, then next: String, isFirst: Bool, of policy: SignOnPolicy
    ) throws -> String {
        switch action.type {
        case .login, .identifierFirst:
            let begin = action.type == .login ? login(name, then: next) : identifierFirst(name, then: next)
            guard let condition = action.condition else { return begin }
            // Only a user who is signed in can be spared the password.
            let known = add("\(name)-known", "sessionUser", to: [Outcome.yes: next, Outcome.no: begin])
            return when(condition, name, then: begin, otherwise: known)
        case .mfa:
            var begin = device(action, name, then: next)
            if let condition = action.condition { begin = when(condition, name, then: begin, otherwise: next) }
            // The user to ask by a device must be known; where no action before names the user, a session does.
            return isFirst ? add("\(name)-known", "sessionUser", to: [Outcome.yes: begin, Outcome.no: Self.failure]) : begin
        default:
            throw JourneyRunError.fault("the sign-on policy \(policy.name) has an action \(action.type.rawValue), which isn't run here")
        }
    }

    private mutating func login(_ name: String, then next: String) -> String {
        let page: JSONObject = [
            "stage": "UsernamePassword", "pageHeader": Self.heading, "nodes": [["username": [:]], ["password": [:]]],
        ]
        let begin = add("\(name)-page", "page", page, to: [Outcome.only: "\(name)-check"])
        return password(name, then: next, again: begin)
    }

    private mutating func identifierFirst(_ name: String, then next: String) -> String {
        let begin = add(
            "\(name)-name", "page", ["stage": "Username", "pageHeader": Self.heading, "nodes": [["username": [:]]]],
            to: [Outcome.only: "\(name)-page"])
        let page: JSONObject = ["stage": "Password", "pageHeader": Self.heading, "nodes": [["password": [:]]]]
        _ = add("\(name)-page", "page", page, to: [Outcome.only: "\(name)-check"])
        return password(name, then: next, again: begin)
    }

    /// Checks what was entered.
    private mutating func password(_ name: String, then next: String, again: String) -> String {
        _ = add("\(name)-check", "dataStoreDecision", to: [Outcome.yes: next, Outcome.no: "\(name)-retries"])
        _ = add(
            "\(name)-retries", "retryLimitDecision", ["limit": Self.attempts], to: ["Retry": again, "Reject": "\(name)-lock"])
        _ = add("\(name)-lock", "accountLockout", to: [Outcome.only: Self.failure])
        return again
    }

    private mutating func device(_ action: SignOnAction, _ name: String, then next: String) -> String {
        var settings = JSONObject()
        settings["policy"] = action.devicePolicy.map { .string($0.text) }
        let without = action.noDevices == .bypass ? next : Self.failure
        return add(
            "\(name)-device", "deviceAuthentication", settings,
            to: [
                DeviceAuthenticationNode.success: next, DeviceAuthenticationNode.failure: Self.failure,
                DeviceAuthenticationNode.noDevice: without, DeviceAuthenticationNode.notEnabled: without,
                DeviceAuthenticationNode.bypassed: next,
            ])
    }

    private mutating func when(_ condition: SignOnCondition, _ name: String, then begin: String, otherwise: String) -> String {
        add("\(name)-when", "signOnCondition", ["condition": .object(condition.json)], to: [Outcome.yes: begin, Outcome.no: otherwise])
    }

    private mutating func add(
        _ id: String, _ kind: String, _ settings: JSONObject = [:], to outcomes: [String: String]
    ) -> String {
        var node: JSONObject = [kind: .object(settings)]
        for (outcome, target) in outcomes.sorted(by: { $0.key < $1.key }) {
            node[outcome == Outcome.only ? "next" : outcome] = .string(target)
        }
        nodes[id] = .object(node)
        return id
    }

    private static let heading: JSONValue = [LocalizedText.ownMember: "signIn"]
}
