import Foundation
import Primitives
package import Directory
package import Foundations

extension FIDO2Policies {
    /// The FIDO2 policy that a device authentication policy names, or the realm's default.
    /// - Throws: `invalid` when the one that is named isn't there.
    package func rules(of policy: DeviceAuthenticationPolicy?, in realm: Realm) async throws -> FIDO2Policy {
        try await current(in: realm).rules(of: policy)
    }
}

extension RealmPolicies where Policy == FIDO2Policy {
    /// The FIDO2 policy that a device authentication policy names, or the realm's default.
    /// - Throws: `invalid` when the one that is named isn't there.
    package func rules(of policy: DeviceAuthenticationPolicy?) throws(DomainError) -> FIDO2Policy {
        guard let name = policy?.fido2?.policy else { return standard }
        guard let id = UUID(text: name) else { throw DomainError(.invalid, "no FIDO2 policy \(name)") }
        return try required(id)
    }
}
