import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension DevicePairingNode: JourneyNode {
    /// The id of the hidden value that a page shows as a QR code.
    static let hiddenID = "devicePairing"

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard let id = turn["id"]?.string.flatMap(UUID.init(text:)) else { return try await start(user, &turn) }
        guard let key = try await turn.domain.pairing.pairingKeys.key(id, of: user.id, in: turn.realm) else {
            return leave(Self.expired, &turn)
        }
        if key.status == .claimed { return leave(Self.paired, &turn) }
        let pressed = try ask(key, &turn)
        guard turn.wasSubmitted, pressed == 0 else { return .waiting }
        try await turn.spend()
        _ = try await turn.domain.pairing.pairingKeys.delete(id, of: user.id, in: turn.realm)
        return leave(Self.exited, &turn)
    }

    private func start(_ user: User, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        guard let key = try await makeKey(user, turn) else { return leave(Self.exited, &turn) }
        turn["id"] = .string(key.id.text)
        turn.withdraw()
        _ = try ask(key, &turn)
        return .waiting
    }

    /// A new key; nil for a user who has left so many unused that they have to expire first, and continues without.
    private func makeKey(_ user: User, _ turn: Turn) async throws -> PairingKey? {
        do {
            return try await turn.domain.pairing.pairingKeys.create(
                for: user.id, applications: applications, policy: try await turn.mfaPolicy(policy), in: turn.realm)
        } catch let error as DomainError where error.code == .conflict {
            return nil
        }
    }

    private func ask(_ key: PairingKey, _ turn: inout Turn) throws -> Int? {
        let code = key.code ?? Secret("")
        let issuer = try turn.deviceIssuer()
        let uri = PairingKeyText(key: code, base: issuer.base, realm: issuer.realm).text
        turn.tell(HiddenValue(id: Self.hiddenID, value: uri).callback)
        let message = turn.text(message).replacing("{{key}}", with: code.reveal())
        turn.tell(PollingWait(milliseconds: seconds * 1000, message: message).callback)
        return turn.ask(ConfirmationQuestion(options: [turn.text(exit)]))
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["id"] = nil
        return .outcome(outcome)
    }
}
