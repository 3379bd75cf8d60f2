package import Directory
package import Foundation
package import Foundations
import Primitives
package import ResourceMessages
package import Store
package import VerificationMessages

/// The verify policies of all realms.
package typealias VerifyPolicies = DefaultedPolicies<VerifyPolicy>

extension VerifyPolicy: DefaultedPolicy {
    package static let documentKind = "verify"
    package static let noun = "verify policy"
    /// Transactions keep the policy that they were made by, so that no name of it stays behind.
    package static let referent: Shape.Referent? = nil
    package static let changed = AuditEvent.Kind.verificationConfigurationChanged

    /// The policy of a realm that has made none: the kernel's defaults.
    package static func standard(_ id: UUID) -> VerifyPolicy {
        var policy = VerifyPolicy()
        (policy.id, policy.name, policy.isDefault) = (id, "Default Verify Policy", true)
        return policy
    }

    package func checkEffects(in realm: UUID, _ transaction: any ReadTransaction) throws {
        if governmentID.inspection == .manual, governmentID.provider != nil {
            throw ShapeError(
                .invalid, at: "governmentId.provider.auto", "with the inspection MANUAL no provider is asked; leave it out")
        }
        if self.transaction.collectsOnly, governmentID.provider != nil {
            throw ShapeError(
                .invalid, at: "governmentId.provider.auto", "with dataCollectionOnly no provider is asked; leave it out")
        }
    }
}
