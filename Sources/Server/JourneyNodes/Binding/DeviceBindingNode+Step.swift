import DeviceBindingMessages
import DeviceRegistry
import Directory
import Foundation
import JOSE
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DeviceBindingNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        if turn["challenge"] == nil {
            if most > 0, !postpones, try await turn.domain.deviceRegistry.devices.boundKeys(of: user.id, in: turn.realm.id).count >= most {
                return .outcome(Self.exceeded)
            }
            turn["challenge"] = .string(BindingAnswer.challenge(turn))
            turn.state.shared[Self.challengeKey] = turn["challenge"]
        }
        let challenge = turn["challenge"]?.string ?? ""
        let question = DeviceBindingQuestion(
            userID: user.deviceSubject(in: turn.realm.path), username: user.username,
            authentication: .init(rawValue: authentication.rawValue) ?? .biometricAllowFallback, challenge: challenge,
            prompt: DevicePrompt(title: turn.text(title), subtitle: turn.text(subtitle), description: turn.text(details)),
            timeout: timeout.seconds, wantsAttestation: attestation,
            furtherAlgorithms: postQuantum ? [SignatureAlgorithm.mlDSA65.rawValue] : [])
        guard let answer = turn.ask(question) else { return .waiting }
        turn["challenge"] = nil
        switch answer {
        case .failed(let text): return try await BindingAnswer.outcome(ofError: text, among: errors, &turn)
        case .bound(let jws, let name, let identifier):
            return try await bind(jws, name, identifier, question, user, &turn)
        }
    }

    private func bind(
        _ jws: String, _ name: String?, _ identifier: String, _ question: DeviceBindingQuestion, _ user: User, _ turn: inout Turn
    ) async throws -> NodeResult {
        let statement: UnverifiedStatement
        let key: JWK
        do {
            statement = try UnverifiedStatement(
                jws, allowing: postQuantum ? BoundStatement.algorithms : BoundStatement.usualAlgorithms)
            guard let embedded = statement.embeddedKey else { throw BindingError(.unusableKey, "jwk is missing") }
            key = embedded
            try statement.verify(
                with: key,
                as: .init(
                    challenge: question.challenge, subject: question.userID, applications: applications,
                    lifetime: TimeInterval(timeout.seconds)),
                at: turn.now)
        } catch let error as BindingError {
            try await turn.recordFailure("device binding: \(error.reason)")
            return .outcome(Self.failure)
        }
        if let chain = key.certificateChain, attestation {
            turn.state.secrets[Self.attestationKey] = TransientValue.secret(.array(chain.map(JSONValue.string)))
        }
        let new = NewBoundKey(key, identifier: identifier, application: statement.claimed.application, name: name)
        guard !postpones else {
            turn.state.secrets[DeviceBindingStorageNode.device] = TransientValue.secret(new.json)
            try await turn.spend()
            return .outcome(Self.success)
        }
        switch try await new.keep(for: user, most: most, &turn) {
        case .kept:
            turn.passed("Binding")
            return .outcome(Self.success)
        case .tooMany where most > 0: return .outcome(Self.exceeded)
        case .tooMany, .known: return .outcome(Self.failure)
        }
    }
}

extension NewBoundKey {
    /// Keeps the key, and writes down why not.
    func keep(for user: User, most: Int, _ turn: inout Turn) async throws -> Devices.Keeping {
        let keeping = try await turn.domain.deviceRegistry.devices.keep(
            self, for: user.id, most: most, in: turn.realm, spending: try turn.spending())
        if keeping != .kept {
            try await turn.recordFailure(
                keeping == .known ? "device binding: the key is bound already" : "device binding: the user has too many devices")
        }
        return keeping
    }
}
