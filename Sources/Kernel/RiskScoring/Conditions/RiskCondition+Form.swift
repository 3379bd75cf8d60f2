import Primitives
import ResourceMessages

extension RiskCondition {
    /// The form of a condition, without the bounds of its depth and cost.
    static let form = Form<RiskCondition>.variants(
        "RiskCondition", from: { .and([]) }, at: \.self,
        [
            variant("AND", list("AndCondition", "and"), RiskCondition.and) { if case .and(let all) = $0 { all } else { nil } },
            variant("OR", list("OrCondition", "or"), RiskCondition.or) { if case .or(let all) = $0 { all } else { nil } },
            variant("NOT", one, RiskCondition.not) { if case .not(let one) = $0 { one } else { nil } },
            variant("VALUE_COMPARISON", .object, RiskCondition.comparison) { if case .comparison(let own) = $0 { own } else { nil } },
            variant("STRING_LIST", ListMembership.form("StringListCondition"), RiskCondition.stringList) {
                if case .stringList(let own) = $0 { own } else { nil }
            },
            variant("IP_RANGE", RangeMembership.form, RiskCondition.addressRange) {
                if case .addressRange(let own) = $0 { own } else { nil }
            },
            variant("IP_COMPARISON", AddressComparison.form, RiskCondition.addressComparison) {
                if case .addressComparison(let own) = $0 { own } else { nil }
            },
            variant("GROUPS_INTERSECTION", ListMembership.form("GroupsCondition"), RiskCondition.groups) {
                if case .groups(let own) = $0 { own } else { nil }
            },
            variant("AGGREGATED_WEIGHTS", Aggregate.form("AggregatedWeights", "weight"), RiskCondition.weights) {
                if case .weights(let own) = $0 { own } else { nil }
            },
            variant("AGGREGATED_SCORES", Aggregate.form("AggregatedScores", "score"), RiskCondition.scores) {
                if case .scores(let own) = $0 { own } else { nil }
            },
        ])

    private static func variant<Own>(
        _ word: String, _ form: Form<Own>, _ wrap: @escaping @Sendable (Own) -> RiskCondition,
        _ unwrap: @escaping @Sendable (RiskCondition) -> Own?
    ) -> Variant<RiskCondition> {
        Variant(word, form, wrap: wrap, unwrap: unwrap)
    }

    /// A condition inside another.
    private static let inside = Form<RiskCondition>(.again("RiskCondition")) {
        form.read($0, &$1)
    } write: {
        form.write($0)
    }

    private static func list(_ name: String, _ member: String) -> Form<[RiskCondition]> {
        .object(name, [Member(member, \.self, .list(inside, count: 0...100), .required)], from: { [] })
    }

    private static var one: Form<RiskCondition> {
        .object("NotCondition", [Member("not", \.self, inside, .required)], from: { .and([]) })
    }
}

extension RiskCondition {
    /// The number of conditions, texts and ranges in it.
    var cost: Int {
        switch self {
        case .and(let all), .or(let all): 1 + all.map(\.cost).reduce(0, +)
        case .not(let condition): 1 + condition.cost
        case .comparison(let comparison): 1 + comparison.cost
        case .stringList(let membership), .groups(let membership): 1 + membership.list.cost
        case .addressRange(let membership): 1 + membership.ranges.cost
        case .addressComparison: 1
        case .weights(let aggregate), .scores(let aggregate): 1 + aggregate.parts.count
        }
    }

    private var depth: Int {
        switch self {
        case .and(let all), .or(let all): 1 + (all.map(\.depth).max() ?? 0)
        case .not(let condition): 1 + condition.depth
        default: 1
        }
    }

    /// The reason why it can't be decided in bounded time; nil when it can.
    fileprivate var excess: String? {
        if depth > ConditionBudget.depth { return "a condition of more than \(ConditionBudget.depth) levels" }
        return cost > ConditionBudget.cost ? "a condition of more than \(ConditionBudget.cost) parts" : nil
    }
}

extension Form where Value == RiskCondition {
    /// A condition within the bounds of its depth and cost.
    static var bounded: Form {
        let form = RiskCondition.form
        return Form(form.shape) { json, reading in
            let condition = form.read(json, &reading)
            if !reading.isStored, let reason = condition?.excess { reading.refuse(.tooComplex, reason) }
            return condition
        } write: {
            form.write($0)
        }
    }
}
