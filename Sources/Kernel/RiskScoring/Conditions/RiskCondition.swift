public import Primitives
public import RiskSignals

/// A condition on an event and the predictors' results (`docs/protocols/platform.md` 9.2), bounded in depth and cost when it is read. A
/// value that isn't there makes every comparison false, `notEquals` too; `NOT` turns that round.
public indirect enum RiskCondition: Sendable, Equatable {
    /// All hold; true of none.
    case and([RiskCondition])
    /// One holds; false of none.
    case or([RiskCondition])
    /// The condition doesn't hold.
    case not(RiskCondition)
    /// A value compares to another.
    case comparison(ValueComparison)
    /// A value is one of a list.
    case stringList(ListMembership)
    /// An address is in one of some ranges.
    case addressRange(RangeMembership)
    /// Two addresses are the same.
    case addressComparison(AddressComparison)
    /// Two lists have a text in common.
    case groups(ListMembership)
    /// The weighted mean of predictors' levels is in a range.
    case weights(Aggregate)
    /// The sum of predictors' scores is in a range.
    case scores(Aggregate)

    /// The type's name on the wire.
    public var type: String {
        switch self {
        case .and: "AND"
        case .or: "OR"
        case .not: "NOT"
        case .comparison: "VALUE_COMPARISON"
        case .stringList: "STRING_LIST"
        case .addressRange: "IP_RANGE"
        case .addressComparison: "IP_COMPARISON"
        case .groups: "GROUPS_INTERSECTION"
        case .weights: "AGGREGATED_WEIGHTS"
        case .scores: "AGGREGATED_SCORES"
        }
    }

    /// Reads a condition.
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``, ``RiskError/Code/tooLarge``.
    public init(json: JSONValue) throws(RiskError) {
        var total = 0
        try self.init(json: json, adding: &total)
    }

    /// Reads a condition, whose cost is added to that of others.
    init(json: JSONValue, adding total: inout Int) throws(RiskError) {
        var budget = ConditionBudget()
        try self.init(json, depth: 1, &budget)
        try ConditionBudget.add(budget.spent, to: &total)
    }

    private init(_ json: JSONValue?, depth: Int, _ budget: inout ConditionBudget) throws(RiskError) {
        guard depth <= ConditionBudget.depth else {
            throw RiskError(.tooComplex, "a condition of more than \(ConditionBudget.depth) levels")
        }
        try budget.spend(1)
        let members = try RiskMembers(json, of: "the condition")
        switch try members.text("type", atMost: 32) {
        case "AND": self = .and(try Self.list("and", members, depth, &budget))
        case "OR": self = .or(try Self.list("or", members, depth, &budget))
        case "NOT": self = .not(try RiskCondition(members.object["not"], depth: depth + 1, &budget))
        case "VALUE_COMPARISON": self = .comparison(try ValueComparison(members, &budget))
        case "STRING_LIST": self = .stringList(try ListMembership(members, &budget))
        case "IP_RANGE": self = .addressRange(try RangeMembership(members, &budget))
        case "IP_COMPARISON": self = .addressComparison(try AddressComparison(members))
        case "GROUPS_INTERSECTION": self = .groups(try ListMembership(members, &budget))
        case "AGGREGATED_WEIGHTS": self = .weights(try Aggregate(members, "aggregatedWeights", "weight", atMost: 100, &budget))
        case "AGGREGATED_SCORES": self = .scores(try Aggregate(members, "aggregatedScores", "score", atMost: 100, &budget))
        default: throw members.wrong("type", "one of the platform's types of condition")
        }
    }

    private static func list(
        _ name: String, _ members: RiskMembers, _ depth: Int, _ budget: inout ConditionBudget
    ) throws(RiskError) -> [RiskCondition] {
        guard members.has(name) else { throw members.missing(name) }
        var conditions: [RiskCondition] = []
        for json in try members.list(name, atMost: 100) { conditions.append(try RiskCondition(json, depth: depth + 1, &budget)) }
        return conditions
    }

    /// Whether it holds.
    func holds(in values: RiskValues) -> Bool {
        switch self {
        case .and(let conditions): conditions.allSatisfy { $0.holds(in: values) }
        case .or(let conditions): conditions.contains { $0.holds(in: values) }
        case .not(let condition): !condition.holds(in: values)
        case .comparison(let comparison): comparison.holds(in: values)
        case .stringList(let membership), .groups(let membership): membership.holds(in: values)
        case .addressRange(let membership): membership.holds(in: values)
        case .addressComparison(let comparison): comparison.holds(in: values)
        case .weights(let aggregate): aggregate.contains(aggregate.weightedMean(in: values))
        case .scores(let aggregate): aggregate.contains(aggregate.sum(in: values))
        }
    }
}
