import Directory
import Foundation
import Foundations
import JourneyModel
import Primitives
import ResourceMessages
import Sessions
import SignIn
import Store

/// Decides whether the condition of a sign-on policy's action holds. Only policies have it: no journey file names it.
struct SignOnConditionNode: JourneyNode {
    static let type = NodeType(
        "SignOnConditionNode", alias: "signOnCondition", title: "Sign-on Condition", "Whether an action of a sign-on policy is run.")
    static let settings = [
        NodeSetting<Self>(name: "condition", form: .condition, help: "The condition.", isRequired: true) { node, json, reader, path in
            do { node.condition = try SignOnCondition(reading: json) } catch { return reader.object(path, "\(error)") }
            if let problem = node.condition.problem { reader.object(path, problem) }
        } write: { node in
            .object(node.condition.json)
        }
    ]

    var condition = SignOnCondition.and([])
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let facts = try await SignOnFacts(turn, asksNetwork: condition.asksNetwork)
        return .outcome(condition.holds(facts) ? Outcome.yes : Outcome.no)
    }
}

/// Decides whether the run has a session to continue from; the session's user is then the run's user, as far as that proves it.
struct SessionUserNode: JourneyNode, ProvesUser {
    static let type = NodeType(
        "SessionUserNode", alias: "sessionUser", title: "Session's User", "Goes on as the user who is signed in already.")

    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let session = try await turn.earlierSession(),
            let user = try await turn.domain.directory.users.user(session.user, in: turn.realm.id),
            turn.state.user != nil || turn.state.identify(user, showing: .session, by: .session(since: session.created))
        else { return .outcome(turn.state.user == nil ? Outcome.no : Outcome.yes) }
        return .outcome(Outcome.yes)
    }
}

extension Turn {
    /// The living session that the run is to replace.
    func earlierSession() async throws -> UserSession? {
        guard let handle = state.request.upgrade?.handle else { return nil }
        let (realm, now) = (realm.id, now)
        return try await domain.platform.database.read { try SessionRegistry.living(handle: handle, realm: realm, at: now, in: $0) }
    }
}
