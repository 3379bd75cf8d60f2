import Primitives

/// The values that conditions can name: those of the event, and the results of the predictors so far.
struct RiskValues {
    private let event: [String: RiskValue]
    private var details: [String: PredictorResult] = [:]

    init(_ facts: RiskFacts) { event = facts.event }

    mutating func add(_ result: PredictorResult, of name: String) { details[name] = result }

    /// The value of a path; nil when there is none.
    subscript(path: RiskPath) -> RiskValue? {
        if let name = path.inEvent { return event[name] }
        guard let (predictor, member) = path.result else { return nil }
        return details[predictor]?.value(member)
    }

    /// The level that stands at a path; nil for another value.
    func level(_ path: RiskPath) -> RiskLevel? { self[path]?.text.flatMap { RiskLevel(exactly: $0) } }
}
