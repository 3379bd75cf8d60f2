package import Directory
package import Foundation
import Primitives
package import VerificationMessages

/// The policies of realms, wherever they are kept.
package protocol VerifyPolicySource: Sendable {
    /// A policy by its id, or the default one for nil; nil when the realm has none of this id. A transaction keeps the policy as it was.
    func policy(_ id: UUID?, in realm: Realm) async throws -> (id: UUID?, policy: VerifyPolicy)?
}
