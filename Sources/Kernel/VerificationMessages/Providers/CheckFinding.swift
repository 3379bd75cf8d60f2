import Primitives

/// A check with its result, as the state of a transaction follows from it.
public struct CheckFinding: Sendable, Equatable {
    /// The check.
    public var check: VerificationCheck
    /// The id of the provider that makes it.
    public var provider: String
    /// Whether the transaction fails with it.
    public var isRequired: Bool
    /// The result.
    public var result: CheckResult

    /// Makes a finding of its members, which are taken unchecked.
    public init(check: VerificationCheck, provider: String, isRequired: Bool, result: CheckResult) {
        self.check = check
        self.provider = provider
        self.isRequired = isRequired
        self.result = result
    }
}

extension VerificationStatus {
    /// The state of a transaction whose data were submitted (`docs/protocols/verify.md` 7.1).
    ///
    /// A result that is missing is never taken for a positive one: without any positive result, and with a required check that can't be
    /// made, the transaction waits for an administrator.
    public init(of findings: [CheckFinding]) {
        let required = findings.filter(\.isRequired)
        if findings.allSatisfy({ $0.result == .pending }) {
            self = .inProgress
        } else if findings.contains(where: { $0.result == .pending }) {
            self = .partial
        } else if required.contains(where: { $0.result == .fail }) {
            self = .fail
        } else if required.contains(where: { $0.result == .unavailable }) || !findings.contains(where: { $0.result == .pass }) {
            self = .partial
        } else {
            self = .success
        }
    }
}
