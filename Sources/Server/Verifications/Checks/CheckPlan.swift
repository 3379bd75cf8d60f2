import Primitives
import VerificationMessages

/// The checks that a policy has of a submission, before any is made.
struct CheckPlan: Sendable {
    /// The provider of checks that an administrator makes.
    static let administrators = "manual"

    let findings: [CheckFinding]

    /// - Parameters:
    ///   - kinds: the kinds of card of the submission.
    ///   - isSpared: whether claims spare the check of all its documents.
    init(_ policy: VerifyPolicy, for kinds: [IdentityCardType], isSpared: Bool) {
        guard !policy.transaction.collectsOnly else {
            findings = []
            return
        }
        let isRequired = policy.governmentID.use == .required
        var findings: [CheckFinding] = []
        if policy.governmentID.inspection == .manual {
            findings.append(Self.manual(isRequired: isRequired))
        } else {
            let provider = Self.documentProvider(policy)
            findings.append(
                CheckFinding(
                    check: .documentAuthentication, provider: provider, isRequired: isRequired, result: isSpared ? .pass : .pending))
        }
        if policy.facialComparison.use != .disabled, kinds.contains(.selfie) {
            findings.append(
                CheckFinding(
                    check: .facialComparison, provider: BuiltInProvider.id, isRequired: policy.facialComparison.use == .required,
                    result: .pending))
        }
        if !policy.recordMatching.rules.isEmpty {
            findings.append(
                CheckFinding(check: .biographicMatch, provider: BuiltInProvider.id, isRequired: isRequired, result: .pending))
        }
        self.findings = findings
    }

    /// The provider that judges documents.
    static func documentProvider(_ policy: VerifyPolicy) -> String { policy.governmentID.provider ?? BuiltInProvider.id }

    /// A check that waits for an administrator.
    private static func manual(isRequired: Bool) -> CheckFinding {
        CheckFinding(check: .manualAuthentication, provider: administrators, isRequired: isRequired, result: .pending)
    }

    /// The check by an administrator that takes the place of a document's, where the policy has one step up; nil where it has none, or the
    /// result is positive.
    static func stepUp(from finding: CheckFinding, _ policy: VerifyPolicy) -> CheckFinding? {
        guard policy.governmentID.inspection == .stepUp, finding.check == .documentAuthentication else { return nil }
        return finding.result == .fail || finding.result == .unavailable ? manual(isRequired: finding.isRequired) : nil
    }
}
