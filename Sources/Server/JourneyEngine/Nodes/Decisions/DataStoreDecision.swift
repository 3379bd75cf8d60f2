import Primitives
import Services

/// Checks the user name and password against the realm's users, under its lock-out rules.
///
/// Unknown user, wrong password and locked account are one outcome, in the same time. The password is forgotten afterwards,
/// and the journey's state can't be used for a second guess.
struct DataStoreDecision: JourneyNode {
    static let type = NodeType(
        "DataStoreDecisionNode", alias: "dataStoreDecision", title: "Data Store Decision",
        "Checks user name and password against the realm's users.", secrets: [SecretName.password])
    static let state = StateUse(reads: ["username", "password"])

    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let username = turn.state.username ?? turn.state.attributes["userName"]?.string,
            let password = turn.state.secrets.removeValue(forKey: SecretName.password)
        else { throw JourneyError.fault("a Data Store Decision needs a user name and a password before it") }
        // What proves who somebody is must not become their new password.
        turn.state.secretAttributes[SecretName.password] = nil
        let verdict = try await turn.domain.passwords.verify(
            password, of: username, in: turn.realm, from: turn.client.address, spending: turn.spending())
        guard case .accepted(let user) = verdict else {
            try await turn.recordFailure("wrong user name or password")
            return .outcome(Outcome.no)
        }
        guard turn.state.identify(user) else {
            try await turn.recordFailure("another user than before in the same journey")
            return .outcome(Outcome.no)
        }
        return .outcome(Outcome.yes)
    }
}
