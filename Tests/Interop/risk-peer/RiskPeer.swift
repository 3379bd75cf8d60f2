import Foundation
import Primitives
import RiskScoring
import RiskSignals

/// The other half of `test_risk.py`: reads requests, one JSON object a line, and answers each with one line.
///
/// A request has `predictors`, `set` and `facts`, in the forms of docs/risk.md; the answer is the evaluation, or an object with `error`.
@main
struct RiskPeer {
    static func main() {
        while let line = readLine() {
            print(answer(line).text)
            fflush(nil)
        }
    }

    private static func answer(_ line: String) -> JSONValue {
        do {
            let request = try JSONValue(parsing: line)
            let predictors = try (request["predictors"]?.array ?? []).map { try RiskPredictor(json: $0) }
            let set = try RiskPolicySet(json: request["set"] ?? .null)
            return set.evaluate(try RiskFacts(json: request["facts"] ?? .null), with: predictors).json
        } catch { return ["error": .string("\(error)")] }
    }
}
