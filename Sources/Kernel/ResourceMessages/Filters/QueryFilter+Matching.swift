import Foundation
public import Primitives

extension QueryFilter {
    /// The form in which texts are compared in one way; nil for one that nothing is compared with.
    public typealias Folding = (_ text: String, _ comparison: Comparison) -> String?

    /// Whether an object is one that the filter wants.
    ///
    /// - Parameter folding: the form in which texts are compared; ``folded(_:)`` unless told.
    public func matches(_ object: JSONObject, folding: Folding = { text, _ in QueryFilter.folded(text) }) -> Bool {
        matches(folding: folding) { object[$0] }
    }

    /// Whether the filter wants an object, whose values `value` gives.
    ///
    /// - Parameter folding: the form in which texts are compared; ``folded(_:)`` unless told.
    public func matches(folding: Folding = { text, _ in QueryFilter.folded(text) }, _ value: (FieldPath) -> JSONValue?) -> Bool {
        switch self {
        case .literal(let answer): answer
        case .comparison(let field, let comparison, let operand):
            Self.elements(value(field)).contains { comparison.holds($0, operand, folding) }
        case .present(let field): !Self.elements(value(field)).isEmpty
        case .not(let filter): !filter.matches(folding: folding, value)
        case .and(let filters): filters.allSatisfy { $0.matches(folding: folding, value) }
        case .or(let filters): filters.contains { $0.matches(folding: folding, value) }
        }
    }

    /// The form in which texts are compared: compatible characters made one (NFKC, Unicode UAX #15), in lower case.
    public static func folded(_ text: String) -> String {
        // ASCII is its own compatible form (UAX #15), and most texts are ASCII.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.lowercased()  // Names and profiles, which came by the gate.
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        switch value {
        case nil, .null: []
        case .array(let elements): elements
        case .object(let object): object.isEmpty ? [] : [.object(object)]
        case .some(let value): [value]
        }
    }
}

extension QueryFilter.Comparison {
    /// Whether one value stands in this relation to the operand. Values of different types stand in none.
    func holds(_ value: JSONValue, _ operand: QueryFilter.Operand, _ folding: QueryFilter.Folding) -> Bool {
        switch operand {
        case .text(let text):
            if let value = value.string.flatMap({ folding($0, .equals) }), let text = folding(text, self) {
                holds(value, text)
            } else {
                false
            }
        case .number(let number): value.number.map { isOrdered($0, number, <) } ?? false
        case .flag(let flag): self == .equals && value.bool == flag
        }
    }

    private func holds(_ text: String, _ wanted: String) -> Bool {
        switch self {
        case .contains: Array(text.utf8).contains(Array(wanted.utf8))
        case .startsWith: text.utf8.starts(with: wanted.utf8)
        default: isOrdered(Array(text.utf8), Array(wanted.utf8)) { $0.lexicographicallyPrecedes($1) }
        }
    }

    private func isOrdered<Value: Equatable>(_ left: Value, _ right: Value, _ precedes: (Value, Value) -> Bool) -> Bool {
        switch self {
        case .equals: left == right
        case .greater: precedes(right, left)
        case .greaterOrEqual: !precedes(left, right)
        case .less: precedes(left, right)
        case .lessOrEqual: !precedes(right, left)
        case .contains, .startsWith: false
        }
    }
}
