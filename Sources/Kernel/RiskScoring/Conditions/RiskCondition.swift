public import Primitives
import ResourceMessages
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
    /// - Throws: ``RiskError/Code/malformed``, ``RiskError/Code/tooComplex``.
    public init(json: JSONValue) throws(RiskError) {
        do { self = try Form.bounded.value(of: json) } catch { throw RiskError(error) }
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
