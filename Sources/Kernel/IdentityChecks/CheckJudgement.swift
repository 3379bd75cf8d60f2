import Primitives
public import VerificationMessages

/// The result of a check that was made here, with its reasons.
public struct CheckJudgement: Sendable, Equatable {
    /// The result.
    public var result: CheckResult
    /// The reasons by their keys, each a sentence for users. None of them has a value of the document or the record.
    public var messages: [String: String]

    /// Makes a judgement of its members, which are taken unchecked.
    public init(_ result: CheckResult, _ messages: [String: String] = [:]) {
        self.result = result
        self.messages = messages
    }
}
