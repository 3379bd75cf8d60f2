package import Foundation
import Primitives
package import ResourceMessages

/// The policy of a transaction: which parts are asked for and how strictly they are judged, as the platform's `verifyPolicies` have it
/// (`docs/protocols/verify.md` 10).
package struct VerifyPolicy: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm; all zeros for a policy that isn't stored yet.
    package var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    package var name = ""
    package var details: String?
    package var isDefault = false
    package var governmentID = GovernmentIDRule()
    package var facialComparison = FacialComparisonRule()
    package var recordMatching = RecordMatchingRule()
    package var transaction = TransactionRule()
    /// The time of the last change; nil for a policy that isn't stored yet.
    package var updated: Date?

    package init() {}

    /// The parts that an app is asked for.
    package var requirements: [VerificationRequirement] {
        let document = VerificationRequirement(
            part: .governmentID, isRequired: governmentID.use == .required, documents: IdentityCardType.allCases.filter(\.isDocument))
        let selfie = VerificationRequirement(part: .selfie, isRequired: facialComparison.use == .required)
        return (governmentID.use == .disabled ? [] : [document]) + (facialComparison.use == .disabled ? [] : [selfie])
    }
}

extension VerifyPolicy: Shaped {
    package static let shapeName = "VerifyPolicy"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("name", \.name, .text(1...256), .required), Member("description", optional: \.details, .text(1...1024)),
        Member("default", \.isDefault, .flag).saying("Whether it counts for transactions that name none."),
        Member("governmentId", \.governmentID, .object), Member("facialComparison", \.facialComparison, .object),
        Member("identityRecordMatching", \.recordMatching, .object), Member("transaction", \.transaction, .object),
        Member("updatedAt", optional: \.updated, .time, .readOnly),
        Member(ignored: "liveness", Refused.disabled, because: "Nothing here detects presentation attacks; only DISABLED is taken."),
        Member(ignored: "email", Refused.disabled, because: "Addresses are verified by journeys; only DISABLED is taken."),
        Member(ignored: "phone", Refused.disabled, because: "Numbers are verified by journeys; only DISABLED is taken."),
        Member(ignored: "voice", Refused.disabled, because: "Voices aren't compared; only DISABLED is taken."),
    ]

    package func check(_ reading: inout ShapeReading) {
        if governmentID.use == .disabled {
            let reason = "it is REQUIRED or OPTIONAL: without a document there is nothing to verify"
            reading.refuse(.invalid, reason, at: "governmentId.verify", allowed: ["REQUIRED", "OPTIONAL"])
        }
        if facialComparison.use == .required, governmentID.use != .required {
            let reason = "a face is compared with a document's, so it is required with a required document"
            reading.refuse(.invalid, reason, at: "facialComparison.verify")
        }
    }
}

/// The use of a part.
package enum PartUse: String, Sendable, CaseIterable {
    /// The transaction fails without it.
    case required = "REQUIRED"
    /// It is checked when it is there, and the transaction doesn't fail with it.
    case optional = "OPTIONAL"
    /// It isn't asked for.
    case disabled = "DISABLED"
}

/// The shapes of members that are taken only where they ask for nothing.
enum Refused {
    /// An object whose `verify` is `DISABLED`.
    static let disabled = Shape.object(
        ObjectShape(
            name: "DisabledPart", members: [ObjectShape.Member(name: "verify", shape: .choice(["DISABLED"]), presence: .required)]))
}
