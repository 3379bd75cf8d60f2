import RiskSignals

/// The bounds of one condition while it is read: its depth, and the number of conditions, texts and ranges in it, which bounds the work of
/// deciding it.
struct ConditionBudget {
    /// The depth to which conditions nest.
    static let depth = 8
    /// The cost of one condition.
    static let cost = 1000
    /// The cost of all conditions of a policy set, and of all predictors of a realm.
    static let whole = 5000

    private(set) var spent = 0

    mutating func spend(_ cost: Int) throws(RiskError) {
        spent += cost
        guard spent <= Self.cost else { throw RiskError(.tooComplex, "a condition of more than \(Self.cost) parts") }
    }

    /// Adds the cost of a condition to that of others.
    static func add(_ cost: Int, to total: inout Int) throws(RiskError) {
        total += cost
        guard total <= whole else { throw RiskError(.tooComplex, "conditions of more than \(whole) parts in all") }
    }
}
