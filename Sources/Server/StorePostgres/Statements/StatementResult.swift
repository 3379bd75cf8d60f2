internal import CPQ
internal import Primitives
internal import Store

/// The result of a statement.
struct StatementResult {
    /// Its rows, in order.
    let rows: [Row]
    /// The number of rows that it has changed.
    let changes: Int
    /// The server's name of what was done, such as `COMMIT`.
    let tag: String

    /// - Parameter statement: the statement, which remembers the names of its columns.
    /// - Throws: ``DatabaseError`` for a column of a type that no statement of this program has.
    init(_ result: OpaquePointer, of statement: PreparedStatement?) throws(DatabaseError) {
        tag = String(cString: PQcmdStatus(result))
        changes = Int(decimal: String(cString: PQcmdTuples(result))) ?? 0
        let count = PQnfields(result)
        guard count > 0 else {
            rows = []
            return
        }
        let columns = statement?.columns ?? (0..<count).map { String(cString: PQfname(result, $0)) }
        statement?.columns = columns
        var rows: [Row] = []
        rows.reserveCapacity(Int(PQntuples(result)))
        for row in 0..<PQntuples(result) {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(count))
            for column in 0..<count { values.append(try Self.value(result, row, column)) }
            rows.append(Row(columns: columns, values: values))
        }
        self.rows = rows
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) throws(DatabaseError) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        guard let type = ColumnType(rawValue: PQftype(result, column)), let value = type.value(bytes) else {
            throw DatabaseError(.other, "a column of PostgreSQL's type \(PQftype(result, column)), which no statement should have")
        }
        return value
    }
}
