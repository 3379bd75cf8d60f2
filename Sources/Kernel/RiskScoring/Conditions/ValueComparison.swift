import Primitives
import ResourceMessages

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

    var path = RiskPath()
    private var operands: [Operator: RiskValue] = [:] { didSet { ready() } }
    private var way = Operator.equals
    private var other = RiskValue.text("")
    /// The other value, where it is looked for in the first.
    private var needle: FoldedNeedle?

    /// The work of deciding it beside that of one condition: a text that is looked for takes more room than it has letters.
    var cost: Int { way == .containsIgnoreCase ? (other.text?.utf8.count ?? 0) / 16 : 0 }

    private mutating func ready() {
        for candidate in Operator.allCases {
            guard let operand = operands[candidate] else { continue }
            way = candidate
            other = operand
            break
        }
        needle = way == .containsIgnoreCase ? other.text.map(FoldedNeedle.init) : nil
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

extension ValueComparison: Shaped {
    static let shapeName = "ValueComparisonCondition"
    static let members: [Member<Self>] =
        [Member("value", \.path, .path, .required).saying("The value; it stands beside exactly one of the others.")]
        + Operator.allCases.map { Member($0.rawValue, optional: \.[$0], .scalar) }

    func check(_ reading: inout ShapeReading) {
        guard operands.count != 1 else { return }
        reading.refuse(.invalid, "it has value beside exactly one of \(Operator.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private subscript(way: Operator) -> RiskValue? {
        get { operands[way] }
        set { operands[way] = newValue }
    }
}

extension Form where Value == RiskValue {
    /// A text, a whole number or a flag.
    fileprivate static var scalar: Form {
        Form(.called("text, whole number or flag", .any)) { json, reading in
            if let value = RiskValue(json: json), value.text != nil { return value }
            reading.refuse(.invalid, "it is a text of at most 1024 bytes, a whole number, or true or false")
            return nil
        } write: {
            $0.json
        }
    }
}
