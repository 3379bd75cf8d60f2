import Directory
package import JourneyEngine
import JourneyModel
import MultiFactor
import Primitives

extension PushResultVerifier: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let message = turn.state.shared["pushMessageId"]?.string else {
            throw JourneyRunError.fault("\(Self.type.name) comes without a Push Sender before it")
        }
        switch try await turn.domain.multiFactor.authenticators.standing(ofPush: message, in: turn.realm) {
        case .waiting: return .outcome(Self.waiting)
        case .expired: return .outcome(Self.expired)
        case .denied:
            try await turn.recordFailure("the push was denied")
            return .outcome(Self.denied)
        case .approved: return try await use(message, &turn)
        }
    }

    /// The approval lets in whom the push was for, once.
    private func use(_ message: String, _ turn: inout Turn) async throws -> NodeResult {
        let (realm, now) = (turn.realm.id, turn.now)
        let id = try await turn.act { transaction, _ in
            try Authenticators.use(push: message, realm: realm, at: now, in: transaction)
        }
        guard let id, let user = try await turn.domain.directory.users.user(id, in: realm), user.maySignIn(at: now),
            turn.state.identify(user, showing: .push)
        else {
            try await turn.recordFailure("the push was used before, or is another user's")
            return .outcome(Self.denied)
        }
        turn.state.shared["pushMessageId"] = nil
        turn.state.shared["pushNumberChallengeKey"] = nil
        turn.passed("AuthenticatorPush")
        return .outcome(Self.approved)
    }
}
