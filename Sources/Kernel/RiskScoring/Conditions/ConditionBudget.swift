import RiskSignals

/// The bounds of one condition while it is read: its depth, and the number of conditions, texts and ranges in it, which bounds the work of
/// deciding it.
struct ConditionBudget {
    /// The depth to which conditions nest.
    static let depth = 8
    /// The cost of the whole.
    static let cost = 1000

    private var left = cost

    mutating func spend(_ cost: Int) throws(RiskError) {
        left -= cost
        guard left >= 0 else { throw RiskError(.tooComplex, "a condition of more than \(Self.cost) parts") }
    }
}
