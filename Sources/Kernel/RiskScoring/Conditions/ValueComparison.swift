import Primitives
import RiskSignals

/// A value beside another: `VALUE_COMPARISON`.
public struct ValueComparison: Sendable, Equatable {
    /// The way to compare, by the member that holds the other value.
    public enum Operator: String, Sendable, CaseIterable {
        /// Compares texts, byte by byte.
        case equals, notEquals, startsWith, endsWith
        /// Compares texts, letters of ASCII without their case.
        case containsIgnoreCase
        /// Compares whole numbers; false when one is none.
        case greater, greaterEquals, lower, lowerEquals
    }

    let path: RiskPath
    let way: Operator
    let other: RiskValue
    /// The other value, where it is looked for in the first.
    private let needle: FoldedNeedle?

    init(_ members: RiskMembers, _ budget: inout ConditionBudget) throws(RiskError) {
        path = try members.path("value")
        let given = Operator.allCases.filter { members.has($0.rawValue) }
        guard given.count == 1, let json = members.object[given[0].rawValue], let other = RiskValue(json: json), other.text != nil else {
            throw members.wrong("value", "beside exactly one of \(Operator.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        way = given[0]
        self.other = other
        needle = way == .containsIgnoreCase ? other.text.map(FoldedNeedle.init) : nil
        // A text that is looked for takes more room than it has letters.
        if way == .containsIgnoreCase { try budget.spend((other.text?.utf8.count ?? 0) / 16) }
    }

    func holds(in values: RiskValues) -> Bool {
        guard let value = values[path], let (one, two) = texts(value) else { return false }
        switch way {
        case .equals: return one == two
        case .notEquals: return one != two
        case .startsWith: return one.hasPrefix(two)
        case .endsWith: return one.hasSuffix(two)
        case .containsIgnoreCase: return needle?.isIn(one) ?? false
        case .greater: return compare(value, >)
        case .greaterEquals: return compare(value, >=)
        case .lower: return compare(value, <)
        case .lowerEquals: return compare(value, <=)
        }
    }

    private func texts(_ value: RiskValue) -> (String, String)? {
        guard let one = value.text, let two = other.text else { return nil }
        return (one, two)
    }

    private func compare(_ value: RiskValue, _ order: (Int, Int) -> Bool) -> Bool {
        guard let one = value.number, let two = other.number else { return false }
        return order(one, two)
    }
}
