import Directory
import Foundation
import VerificationMessages
import VerificationPolicies

/// The policies of realms' configuration.
struct StoredVerifyPolicies: VerifyPolicySource {
    let policies: VerifyPolicies

    func policy(_ id: UUID?, in realm: Realm) async throws -> (id: UUID?, policy: VerifyPolicy)? {
        guard let id else {
            let standard = try await policies.standard(in: realm)
            return (standard.id, standard)
        }
        return try await policies.policy(id, in: realm).map { ($0.id, $0) }
    }
}
