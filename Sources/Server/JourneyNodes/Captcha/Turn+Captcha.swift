import Directory
import Foundations
import JourneyEngine
import JourneyModel
import Primitives

extension Turn {
    /// The secret of a label, and what sends requests.
    func captchaMeans(_ label: String) async throws -> (secret: Secret, http: any OutboundHTTP) {
        guard let secret = try await domain.directory.secrets.secret(label, in: realm) else {
            throw JourneyRunError.fault("the realm has no secret \(label); set it with gatehouse realm secret set")
        }
        return (secret, domain.platform.http)
    }
}
