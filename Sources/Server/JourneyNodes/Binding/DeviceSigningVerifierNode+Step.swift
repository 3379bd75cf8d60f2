import DeviceBindingMessages
import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceSigningVerifierNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await knownUser(turn)
        if let user {
            guard try await !turn.domain.deviceRegistry.devices.boundKeys(of: user.id, in: turn.realm.id).isEmpty else {
                return .outcome(Self.noDevice)
            }
        } else if turn.claimedName != nil {
            return .outcome(Self.noDevice)
        }
        if turn["challenge"] == nil {
            turn["challenge"] = .string(try challenge(turn))
            turn.state.shared[Self.challengeKey] = turn["challenge"]
        }
        let question = DeviceSigningQuestion(
            userID: user?.deviceSubject(in: turn.realm.path), challenge: turn["challenge"]?.string ?? "",
            prompt: DevicePrompt(title: turn.text(title), subtitle: turn.text(subtitle), description: turn.text(details)),
            timeout: timeout.seconds)
        guard let answer = turn.ask(question) else { return .waiting }
        turn["challenge"] = nil
        switch answer {
        case .failed(let text): return try await BindingAnswer.outcome(ofError: text, among: errors, &turn)
        case .signed(let jws): return try await verify(jws, question, user, &turn)
        }
    }

    /// The user who has shown who they are, or else the one that is claimed.
    private func knownUser(_ turn: Turn) async throws -> User? {
        if let user = try await turn.provenUser() { return user }
        guard let name = turn.claimedName else { return nil }
        return try await turn.namedUser(name)
    }

    private func challenge(_ turn: Turn) throws -> String {
        guard !isRandom else { return BindingAnswer.challenge(turn) }
        guard let value = StateKey.value(attribute, of: turn.state)?.string,
            (1...UnverifiedStatement.longestChallenge).contains(value.utf8.count)
        else { throw JourneyRunError.fault("the state has no text under \(attribute) that could be signed") }
        return value
    }

    private func verify(_ jws: String, _ question: DeviceSigningQuestion, _ user: User?, _ turn: inout Turn) async throws -> NodeResult {
        let statement: UnverifiedStatement
        // The key decides, which was taken when it was bound.
        do { statement = try UnverifiedStatement(jws, allowing: BoundStatement.algorithms) } catch {
            return try await fail(.claim, error.reason, &turn)
        }
        let expected = UnverifiedStatement.Expectation(
            challenge: question.challenge, subject: question.userID, applications: applications, lifetime: TimeInterval(timeout.seconds))
        let signing = try await turn.domain.deviceRegistry.devices.verify(
            statement, as: expected, of: user?.id, in: turn.realm, spending: try turn.spending())
        switch signing {
        case .noKeys: return try await fail("the user has no bound key", Self.noDevice, &turn)
        case .unknownKey: return try await fail("the user has no such key that can be used", Self.noKey, &turn)
        case .refused(let refusal, let reason): return try await fail(refusal, reason, &turn)
        case .accepted(let user, _):
            guard turn.state.identify(user, showing: .boundKey) else {
                return try await fail(.user, "another user than before in the same journey", &turn)
            }
            turn.state.secrets[Self.tokenKey] = TransientValue.secret(.object(statement.claimed.claims))
            turn.passed("Binding")
            return .outcome(Self.success)
        }
    }

    private func fail(_ refusal: Devices.Signing.Refusal, _ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        if captures { turn.state.shared[Self.failureKey] = .string(refusal.rawValue) }
        return try await fail(reason, Self.failure, &turn)
    }

    private func fail(_ reason: String, _ outcome: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("device signing: \(reason)")
        return .outcome(outcome)
    }
}
