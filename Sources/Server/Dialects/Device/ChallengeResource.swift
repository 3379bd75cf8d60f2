import DeviceMessages
import Hummingbird
import Primitives
import Services

/// `/challenges`: what is to be approved, and the decision (device-protocol §5).
struct ChallengeResource: Sendable {
    let reader: DeviceReader

    /// The document, to the byte as it is stored: its hash goes into the decision.
    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (installation, proved) = try await reader.installation(request, context)
        let id = try context.parameters.require("id")
        guard let challenge = try await reader.domain.challenges.challenge(id, of: installation.id, in: proved.realm.id) else {
            throw DeviceError(.deviceMismatch, "there is no such challenge for this device")
        }
        guard challenge.status(at: reader.domain.time.now) != .expired else {
            throw DeviceError(.expired, "the challenge's time is over")
        }
        return .json(text: challenge.document, headers: .noStore)
    }

    func decide(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (installation, proved) = try await reader.installation(request, context)
        let outcome = try await reader.domain.deviceAuthentications.decide(
            try context.parameters.require("id"), as: try ChallengeDecision(json: try proved.json),
            by: submission(installation, proved), in: proved.realm, issuer: proved.issuer)
        return .json(ChallengeStanding(outcome).json, headers: .noStore)
    }

    func acknowledge(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (installation, proved) = try await reader.installation(request, context)
        let status = try await reader.domain.challenges.acknowledge(
            try context.parameters.require("id"), try ChallengeAcknowledgement(json: try proved.json),
            by: submission(installation, proved), in: proved.realm)
        return .json(ChallengeStanding(status).json, headers: .noStore)
    }

    private func submission(_ installation: Installation, _ proved: DeviceReader.Proved) -> Challenges.Submission {
        Challenges.Submission(installation: installation, body: proved.request.body, proof: proved.proof ?? "")
    }
}
