import RiskSignals

/// The bounds of conditions: their depth, and the number of conditions, texts and ranges in them, which bounds the work of deciding them.
enum ConditionBudget {
    /// The depth to which conditions nest.
    static let depth = 8
    /// The cost of one condition.
    static let cost = 1000
    /// The cost of all conditions of a policy set, and of all predictors of a realm.
    static let whole = 5000

    /// The reason why conditions cost too much together.
    static let reason = "conditions of more than \(whole) parts in all"

    /// Adds the cost of a condition to that of others.
    static func add(_ cost: Int, to total: inout Int) throws(RiskError) {
        total += cost
        guard total <= whole else { throw RiskError(.tooComplex, reason) }
    }
}
