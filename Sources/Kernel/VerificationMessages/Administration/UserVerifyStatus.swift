package import Foundation
import Primitives
package import ResourceMessages

/// The state of a user's verification: `…/users/{id}/verifyStatus` (`docs/protocols/verify.md` 11).
package struct UserVerifyStatus: Sendable, Equatable {
    /// The words of the state.
    package enum Status: String, Sendable, CaseIterable {
        /// Verification isn't switched on for the user.
        case disabled = "DISABLED"
        /// It is on, and the user isn't verified.
        case enabled = "ENABLED"
        /// A transaction has succeeded, or an administrator has approved.
        case verified = "VERIFIED"
    }

    package var status = Status.disabled
    /// The transaction that verified the user; nil for none.
    package var transaction: UUID?

    package init() {}
}

extension UserVerifyStatus: Shaped {
    package static let shapeName = "UserVerifyStatus"
    package static let members: [Member<Self>] = [
        Member("verifyStatus", \.status, .choice, .required), Member("verifyTransaction", optional: \.transaction, .reference, .readOnly),
    ]
}
