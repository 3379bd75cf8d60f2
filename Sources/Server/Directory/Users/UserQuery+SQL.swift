import Foundation
import ResourceMessages
import Store

/// The condition and order of a query in SQL. Its shape is joined from literals; every value of the query is a parameter.
struct UserQuerySQL {
    /// The parameters; `?1` is the realm.
    private(set) var values: [SQLValue]

    init(realm: UUID) { values = [realm.sqlValue] }

    /// `?n` for one more value.
    mutating func parameter(_ value: (any SQLConvertible)?) -> SQL {
        values.append(value?.sqlValue ?? .null)
        return .parameter(values.count)
    }

    mutating func condition(_ filter: QueryFilter) -> SQL {
        switch filter {
        case .literal(let answer): return answer ? "1 = 1" : "1 = 0"
        case .present(let field): return exists(field, "1 = 1")
        case .comparison(let field, let comparison, let operand): return exists(field, holds(comparison, operand))
        case .not(let filter): return .joined(["NOT (", condition(filter), ")"])
        case .and(let filters): return list(filters, "AND")
        case .or(let filters): return list(filters, "OR")
        }
    }

    /// An order by the least value of each key, those without one first.
    mutating func order(_ keys: [UserQuery.SortKey]) -> SQL {
        let terms = keys.flatMap { key -> [SQL] in
            let name = parameter(key.field.description)
            let direction: SQL = key.isDescending ? "DESC" : "ASC"
            return [
                .joined(["COALESCE((SELECT MIN(v.folded)", Self.values, name, "), '')", direction]),
                .joined(["COALESCE((SELECT MIN(v.number)", Self.values, name, "), -1e300)", direction]),
            ]
        }
        return .joined(["ORDER BY", .joined(terms + ["u.folded"], separator: ",")])
    }

    private static let values: SQL = "FROM user_values v WHERE v.realm = u.realm AND v.user_id = u.id AND v.name ="

    private mutating func list(_ filters: [QueryFilter], _ separator: SQL) -> SQL {
        var parts: [SQL] = []
        for filter in filters { parts.append(condition(filter)) }
        return .joined(["(", .joined(parts, separator: separator), ")"])
    }

    /// The condition that a value of this name keeps another. The users that have such a value are found once, by the index, rather than
    /// the values of every user looked at.
    private mutating func exists(_ field: FieldPath, _ condition: SQL) -> SQL {
        .joined([
            "u.id IN (SELECT v.user_id FROM user_values v WHERE v.realm = ?1 AND v.name =", parameter(field.description), "AND",
            condition, ")",
        ])
    }

    private mutating func holds(_ comparison: QueryFilter.Comparison, _ operand: QueryFilter.Operand) -> SQL {
        switch operand {
        case .flag(let flag): return .joined(["v.type = 'flag' AND v.number =", parameter(flag ? 1.0 : 0.0)])
        case .number(let number): return .joined(["v.type = 'number' AND v.number", sign(comparison), parameter(number)])
        case .text(let text):
            // No user has a value that is too long to be indexed.
            guard let folded = UserIndex.folded(text, comparison) else { return "1 = 0" }
            switch comparison {
            case .contains: return like("%" + Self.escaped(folded) + "%")
            case .startsWith: return like(Self.escaped(folded) + "%")
            default: return .joined(["v.type = 'text' AND v.folded", sign(comparison), parameter(folded)])
            }
        }
    }

    private mutating func like(_ pattern: String) -> SQL {
        .joined(["v.type = 'text' AND v.folded LIKE", parameter(pattern), "ESCAPE '!'"])
    }

    private static func escaped(_ text: String) -> String {
        text.escaping(["!": "!!", "%": "!%", "_": "!_"])
    }

    private func sign(_ comparison: QueryFilter.Comparison) -> SQL {
        switch comparison {
        case .equals, .contains, .startsWith: "="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .less: "<"
        case .lessOrEqual: "<="
        }
    }
}
