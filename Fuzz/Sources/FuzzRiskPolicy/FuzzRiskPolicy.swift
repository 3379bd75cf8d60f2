import Primitives
import RiskScoring
import RiskSignals

/// Predictors, policy sets and facts in one object: what is read is bounded, and evaluating it ends in a score within its bounds, twice
/// the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRiskPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    _ = try? RiskCondition(json: json)
    let predictors = (json["predictors"]?.array ?? []).prefix(8).compactMap { try? RiskPredictor(json: $0) }
    let read = try? RiskFacts(json: json["facts"] ?? .null)
    if let read { precondition((try? RiskFacts(json: read.json)) == read, "what was written are other facts") }
    guard let set = try? RiskPolicySet(json: json["set"] ?? ["name": "s"]) else { return 0 }
    let facts = read ?? RiskFacts(now: 0)
    let evaluation = set.evaluate(facts, with: predictors)
    precondition((0...1000).contains(evaluation.score), "a score out of bounds")
    precondition(evaluation.details.allSatisfy { (0...1000).contains($0.result.score ?? 0) }, "a predictor's score out of bounds")
    precondition(set.evaluate(facts, with: predictors) == evaluation, "the same facts gave another evaluation")
    return 0
}
