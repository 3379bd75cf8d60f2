package import Directory
package import Foundation
package import Primitives
import Foundations
import RiskScoring
import RiskSignals

/// The verdict that another policy set would have said of a recorded event.
package struct RiskWhatIf: Sendable, Equatable {
    /// The id of the evaluation.
    package let id: UUID
    /// The verdict of the time.
    package let was: Verdict
    /// The verdict of the other policy set.
    package let would: Verdict

    /// A verdict as it is compared.
    package struct Verdict: Sendable, Equatable {
        /// The level, such as `HIGH`.
        package let level: String
        /// The score of the result.
        package let score: Int
        /// The policy that decided; nil for none.
        package let policy: String?
    }
}

extension RiskService {
    /// Evaluates recorded events again, with another policy set and the predictors as they are now. It depends on the recorded facts alone, so
    /// it says what a live run would have.
    ///
    /// - Parameter policySet: a policy set as the platform's API has it.
    /// - Throws: ``/RiskSignals/RiskError`` for a set that the rules don't take.
    package func whatIf(
        _ policySet: JSONObject, over recorded: [RecordedEvaluation], in realm: Realm
    ) async throws -> [RiskWhatIf] {
        let rules = try await declarations.rules(of: realm)
        // One that was read has its id.
        var declared = policySet
        declared["id"] = nil
        let set = try RiskPolicySet(json: .object(declared))
        var answers: [RiskWhatIf] = []
        for evaluation in recorded {
            try WorkProgress.step()
            let other = set.evaluate(try RiskFacts(json: evaluation.facts), with: rules.predictors)
            answers.append(
                RiskWhatIf(
                    id: evaluation.id,
                    was: .init(
                        level: evaluation.level.rawValue, score: evaluation.score,
                        policy: evaluation.result["result"]?["policy"]?.string),
                    would: .init(level: other.level.rawValue, score: other.score, policy: other.policy)))
        }
        return answers
    }
}
