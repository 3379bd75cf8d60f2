import DeviceHTTP
import DeviceMessages
import Foundations
import HTTPBase
import Hummingbird
import Primitives
import DeviceRegistry
import RealmHTTP
import Directory
import MultiFactor

/// `/challenges`: what is to be approved, and the decision (`docs/protocols/device-protocol.md` 5).
struct ChallengeResource: Sendable {
    let services: DeviceProtocolServices

    /// The document, to the byte as it is stored: its hash goes into the decision.
    func read(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let id = try context.parameters.require("id")
        guard let challenge = try await services.deviceRegistry.challenges.challenge(id, of: proved.sender.id, in: proved.realm.id)
        else {
            throw DeviceError(.deviceMismatch, "there is no such challenge for this device")
        }
        guard challenge.status(at: services.time.now) != .expired else {
            throw DeviceError(.expired, "the challenge's time is over")
        }
        return .json(text: challenge.document, headers: .noStore)
    }

    func decide(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let outcome = try await services.deviceAuthentications.decide(
            try context.parameters.require("id"), as: try ChallengeDecision(json: try proved.json),
            by: proved.request, in: proved.realm, issuer: proved.issuer)
        return .json(ChallengeStanding(outcome).json, headers: .noStore)
    }

    func acknowledge(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let status = try await services.deviceRegistry.challenges.acknowledge(
            try context.parameters.require("id"), try ChallengeAcknowledgement(json: try proved.json),
            by: proved.request, in: proved.realm)
        return .json(ChallengeStanding(status).json, headers: .noStore)
    }
}
