package import Foundation
import Primitives
package import ResourceMessages

/// The creation of a transaction by an administrator: `POST …/users/{id}/verifyTransactions` (`docs/protocols/verify.md` 11).
package struct VerifyTransactionOrder: Sendable, Equatable {
    /// The id of the policy; nil for the default one.
    package var policy: UUID?
    /// The record to compare a document with; of what is missing, the user's profile counts.
    package var record = VerifyRecord()
    package var notice = Notice()

    package init() {}

    /// The addresses to which the code is sent.
    package struct Notice: Shaped, Equatable {
        package var email: String?
        package var phone: String?

        package init() {}

        package static let shapeName = "VerifySendNotification"
        package static let members: [Member<Self>] = [
            Member("email", optional: \.email, .text(3...254)), Member("phone", optional: \.phone, .text(3...32)),
        ]
    }
}

extension VerifyTransactionOrder: Shaped {
    package static let shapeName = "VerifyTransactionOrder"
    package static let members: [Member<Self>] = [
        Member("verifyPolicy", optional: \.policy, .reference).saying("The policy; the default one unless sent."),
        Member("requirements", \.record, .object).saying("The record that a document is compared with; the user's profile unless sent."),
        Member("sendNotification", \.notice, .object).saying("The addresses that the code is sent to; none unless sent."),
    ]
}
