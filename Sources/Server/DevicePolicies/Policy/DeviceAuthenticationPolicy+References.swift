package import Foundation
import Primitives
package import Store

extension DeviceAuthenticationPolicy {
    /// Whether a policy of a realm names a FIDO2 policy.
    package static func name(fido2 id: UUID, in realm: UUID, _ transaction: any ReadTransaction) throws -> Bool {
        try DeviceAuthenticationPolicies.all(in: realm, transaction).contains { policy in
            policy.fido2?.policy.flatMap { UUID(text: $0) } == id
        }
    }

    /// Whether a policy of a realm names a notification policy.
    package static func name(notifications id: UUID, in realm: UUID, _ transaction: any ReadTransaction) throws -> Bool {
        try DeviceAuthenticationPolicies.all(in: realm, transaction).contains { policy in
            policy.notificationsPolicy.flatMap { UUID(text: $0) } == id
        }
    }
}
