import Primitives

/// One row of a result; its columns are read by name.
///
/// A column that isn't there throws ``DatabaseError/Code/missingColumn``, one that holds another type (a null among
/// them) ``DatabaseError/Code/wrongType``. The `optional…` readers give nil for a null.
public struct Row: Sendable, Equatable {
    private let columns: [String]
    /// The values in the statement's order.
    let values: [SQLValue]

    /// A row with as many values as columns.
    package init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value as it is stored.
    public func value(_ column: String) throws(DatabaseError) -> SQLValue {
        guard let index = columns.firstIndex(of: column) else {
            throw DatabaseError(.missingColumn, "no column \(column) in a row of \(columns.joined(separator: ", "))")
        }
        return values[index]
    }

    /// The value read by `read`, or nil when it is null.
    func optional<Value>(
        _ column: String, as type: String, _ read: (SQLValue) -> Value?
    ) throws(DatabaseError) -> Value? {
        let value = try value(column)
        if value == .null { return nil }
        guard let result = read(value) else { throw DatabaseError(.wrongType, "column \(column) holds no \(type)") }
        return result
    }

    /// The value read by `read`; a null is of the wrong type.
    func required<Value>(
        _ column: String, as type: String, _ read: (SQLValue) -> Value?
    ) throws(DatabaseError) -> Value {
        guard let result = try optional(column, as: type, read) else {
            throw DatabaseError(.wrongType, "column \(column) is null where a \(type) was expected")
        }
        return result
    }
}
