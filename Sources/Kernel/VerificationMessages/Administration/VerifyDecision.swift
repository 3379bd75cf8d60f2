import Primitives
package import ResourceMessages

/// The decision of an administrator on a transaction: `PUT …/verifyTransactions/{id}` (`docs/protocols/verify.md` 11).
package struct VerifyDecision: Sendable, Equatable {
    /// The states that an administrator may set.
    package static let statuses: [VerificationStatus] = [.approvedManually, .approvedNoRequest, .notRequired, .fail]

    package var transactionStatus = Status()
    package var reason: String?

    package init() {}

    /// The state that is set.
    package struct Status: Shaped, Equatable {
        package var status = VerificationStatus.fail

        package init() {}

        package static let shapeName = "VerifyDecisionStatus"
        package static let members: [Member<Self>] = [Member("status", \.status, .choice(of: VerifyDecision.statuses), .required)]
    }
}

extension VerifyDecision: Shaped {
    package static let shapeName = "VerifyDecision"
    package static let members: [Member<Self>] = [
        Member("transactionStatus", \.transactionStatus, .object, .required),
        Member("reason", optional: \.reason, .text(1...1024)).saying("The reason, which the audit log doesn't get."),
    ]
}
