import Foundation

extension FIDO2Policies {
    /// The FIDO2 policy that a device authentication policy names, or the realm's default.
    /// - Throws: `invalid` when the one that is named isn't there.
    func rules(of policy: DeviceAuthenticationPolicy?, in realm: Realm) async throws -> FIDO2Policy {
        guard let name = policy?.fido2?.policy else { return try await standard(in: realm) }
        guard let id = UUID(uuidString: name) else { throw DomainError(.invalid, "no FIDO2 policy \(name)") }
        return try await required(id, in: realm)
    }
}
