import Primitives

extension QueryFilter: CustomStringConvertible {
    /// The filter as text, from which the same filter is read.
    public var description: String {
        switch self {
        case .literal(let answer): answer ? "true" : "false"
        case .comparison(let field, let comparison, let operand): "/\(field) \(comparison.rawValue) \(operand)"
        case .present(let field): "/\(field) pr"
        case .not(let filter): "!(\(filter))"
        case .and(let filters): filters.map(\.nested).joined(separator: " and ")
        case .or(let filters): filters.map(\.nested).joined(separator: " or ")
        }
    }

    private var nested: String {
        switch self {
        case .and, .or: "(\(self))"
        default: description
        }
    }
}

extension QueryFilter.Operand: CustomStringConvertible {
    /// The operand as it is written in a filter.
    public var description: String {
        switch self {
        case .text(let text): "\"" + text.escaping(["\\": "\\\\", "\"": "\\\""]) + "\""
        case .number(let number): JSONValue.number(number).text
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}
