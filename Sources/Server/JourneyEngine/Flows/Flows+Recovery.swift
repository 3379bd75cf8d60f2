import DevicePolicies
import Foundation
import Foundations
import Primitives
import SignIn

extension Flows {
    /// Helps a user who has forgotten the password, where the action that asks for it allows that (`docs/protocols/platform.md` 6.2).
    ///
    /// The new password alone doesn't sign the user in: the flow asks for it where it stood, so that all rules of a sign-in hold for it,
    /// too.
    func recover(_ command: RecoveryCommand, _ record: FlowRecord, _ party: Party) async throws -> Flow {
        var next = record
        switch (command, record.standing) {
        case (.forgot(let username), .waiting(let state, let asks)) where try await mayRecover(state, asks, party):
            try await domain.signIn.passwordRecovery.begin(username, in: party.realm) {
                party.client.budgetAsker(about: $0, in: party.realm)
            }
            next.standing = .recovering(username: username, state: state, asks: asks)
        case (.sendCode, .recovering(let username, _, _)):
            try await domain.signIn.passwordRecovery.begin(username, in: party.realm) {
                party.client.budgetAsker(about: $0, in: party.realm)
            }
        case (.finish(let code, let password), .recovering(let username, let state, let asks)):
            try await domain.signIn.passwordRecovery.finish(
                username, code: code, password: password, in: party.realm
            ) { party.client.budgetAsker(about: $0, in: party.realm) }
            next.standing = .waiting(state: state, asks: asks)
        default: throw FlowError(.wrongState, "the flow gives no new password now")
        }
        next.expires = domain.platform.time.now.addingTimeInterval(FlowRecords.inactivity)
        try await domain.signIn.flows.update(next)
        return try await flow(next, party)
    }

    /// Whether a run asks for a password by an action that lets users recover it.
    func mayRecover(_ state: String, _ asks: [String], _ party: Party) async throws -> Bool {
        let standing = try await standing(state, party)
        guard standing.device == nil, Self.status(asks) != nil else { return false }
        return try await mayRecover(standing, party)
    }

    func mayRecover(_ standing: RunStanding, _ party: Party) async throws -> Bool {
        guard let id = SignOnPolicy.id(ofJourney: standing.journey),
            let policy = try await domain.signIn.signOnPolicies.policy(id, in: party.realm)
        else { return false }
        return SignOnCompiler.action(of: standing.node, in: policy)?.recovery?.isEnabled == true
    }
}
