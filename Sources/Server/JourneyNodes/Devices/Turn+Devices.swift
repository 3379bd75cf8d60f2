import DeviceMessages
import DevicePolicies
import Directory
import Foundation
import JourneyEngine
import JourneyModel
import Primitives

extension Turn {
    /// The issuer of what devices are sent in this realm.
    /// - Throws: a fault where there is no public address.
    func deviceIssuer() throws -> DeviceIssuer {
        guard let origin = client.origin else { throw JourneyRunError.fault("this server has no public address for devices") }
        return DeviceIssuer(base: origin, realm: realm.id.text)
    }

    /// A device authentication policy by its id or name; nil for the realm's default.
    func mfaPolicy(_ text: String) async throws -> UUID? {
        guard !text.isEmpty else { return nil }
        let id = UUID(text: text)
        let policies = try await domain.devicePolicies.mfaPolicies.all(in: realm)
        guard let policy = policies.first(where: { $0.id == id || $0.name == text }) else {
            throw JourneyRunError.fault("the realm has no device authentication policy \(text)")
        }
        return policy.id
    }
}
