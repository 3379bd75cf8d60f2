import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

/// An answer to a question for identity data, held against the policies.
struct CheckedAnswer<Value: Sendable & Equatable>: Sendable {
    let value: Value?
    /// The policies that it breaks.
    let failed: [FailedPolicy]
    /// Whether it breaks nothing, and wasn't only to be looked at.
    let isTaken: Bool
    /// Whether there was an answer, of use or not.
    var isGiven = true
}

extension Turn {
    /// The answer to the question that the node is about to ask; nil for a question that is asked for the first time.
    /// - Parameter failures: which policies a value breaks.
    func checked<Asked: Question, Value>(
        _ question: Asked, failures: (Value?) async throws -> [FailedPolicy]
    ) async throws -> CheckedAnswer<Value>? where Asked.Answer == AttributeAnswer<Value> {
        let answer: AttributeAnswer<Value>
        do {
            guard let given = try self.answer(to: question) else {
                return wasSubmitted ? CheckedAnswer(value: nil, failed: [FailedPolicy(.required)], isTaken: false, isGiven: false) : nil
            }
            answer = given
        } catch {
            return CheckedAnswer(value: nil, failed: [FailedPolicy(.validType)], isTaken: false)
        }
        let failed = try await failures(answer.value)
        return CheckedAnswer(value: answer.value, failed: failed, isTaken: failed.isEmpty && !answer.isValidateOnly)
    }
}
