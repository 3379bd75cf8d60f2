import Primitives

/// The condition of a query on the objects it wants: the `_queryFilter` of the resource protocol.
///
/// ```
/// userName eq "demo" and (mail sw "d" or !(accountStatus eq "inactive"))
/// ```
///
/// A field is a JSON pointer; a comparison with a list holds when it holds for one of its elements. Texts are compared in their
/// folded form (``folded(_:)``), so letter case and Unicode form make no difference.
public indirect enum QueryFilter: Sendable, Equatable {
    /// `true` and `false`: everything, nothing.
    case literal(Bool)
    /// `mail eq "a@example.com"`
    case comparison(FieldPath, Comparison, Operand)
    /// `mail pr`: there is a value, and it is no empty list.
    case present(FieldPath)
    /// `!(…)`: the filter within does not match.
    case not(QueryFilter)
    /// `… and …`: all of the filters match.
    case and([QueryFilter])
    /// `… or …`: at least one of the filters matches.
    case or([QueryFilter])

    /// The way in which a value is compared. ``contains`` and ``startsWith`` are for texts, the orders for texts and numbers.
    public enum Comparison: String, Sendable, CaseIterable {
        /// `eq`: the value equals the operand.
        case equals = "eq"
        /// `co`: the text contains the operand.
        case contains = "co"
        /// `sw`: the text starts with the operand.
        case startsWith = "sw"
        /// `gt`: the value is greater than the operand.
        case greater = "gt"
        /// `ge`: the value is greater than the operand or equals it.
        case greaterOrEqual = "ge"
        /// `lt`: the value is less than the operand.
        case less = "lt"
        /// `le`: the value is less than the operand or equals it.
        case lessOrEqual = "le"
    }

    /// The operand that a value is compared with.
    public enum Operand: Sendable, Equatable {
        /// A text, in quotation marks in the filter.
        case text(String)
        /// A number as JSON writes it.
        case number(Double)
        /// The literal `true` or `false`.
        case flag(Bool)
    }

    /// The fields that it looks at, each once.
    public var fields: Set<FieldPath> {
        switch self {
        case .literal: []
        case .comparison(let field, _, _), .present(let field): [field]
        case .not(let filter): filter.fields
        case .and(let filters), .or(let filters): filters.reduce(into: []) { $0.formUnion($1.fields) }
        }
    }
}
