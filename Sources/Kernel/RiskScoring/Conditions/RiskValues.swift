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
        let parts = path.text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "details" else { return nil }
        return details[parts[1]]?.value(parts[2])
    }

    /// The level that stands at a path; nil for another value.
    func level(_ path: RiskPath) -> RiskLevel? { self[path]?.text.flatMap { RiskLevel(exactly: $0) } }
}
