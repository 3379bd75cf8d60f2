extension TableLayout {
    /// The rows of one page.
    static let pageSize = 500
    /// The rows that one statement writes.
    static let batchSize = 100

    /// The first rows after a key, in the key's order; from the beginning when it is nil.
    func page(after last: [SQLValue]?, _ transaction: some ReadTransaction) throws(DatabaseError) -> [[SQLValue]] {
        var parts: [SQL] = ["SELECT", list(columns), "FROM", .name(name)]
        if let last { parts += ["WHERE (", list(keyColumns), ") > (", parameters(1...last.count), ")"] }
        parts += ["ORDER BY", list(keyColumns), "LIMIT", .parameter((last?.count ?? 0) + 1)]
        let values = (last ?? []) + [.integer(Int64(Self.pageSize))]
        return try transaction.rows(.joined(parts), values: values).map(\.values)
    }

    /// True when there are no rows.
    package func isEmpty(_ transaction: any ReadTransaction) throws(DatabaseError) -> Bool {
        try transaction.rows(.joined(["SELECT 1 FROM", .name(name), "LIMIT 1"]), values: []).isEmpty
    }

    /// Adds rows, as many as one statement takes at most.
    func insert(_ rows: ArraySlice<[SQLValue]>, _ transaction: some WriteTransaction) throws(DatabaseError) {
        let tuples = rows.indices.map { index in
            let first = (index - rows.startIndex) * columns.count + 1
            return SQL.joined(["(", parameters(first...first + columns.count - 1), ")"])
        }
        try transaction.execute(
            .joined(["INSERT INTO", .name(name), "(", list(columns), ") VALUES", .joined(tuples, separator: ",")]),
            values: rows.flatMap(\.self))
    }

    /// Takes a row away.
    func delete(_ key: [SQLValue], _ transaction: some WriteTransaction) throws(DatabaseError) {
        try transaction.execute(
            .joined(["DELETE FROM", .name(name), "WHERE (", list(keyColumns), ") = (", parameters(1...key.count), ")"]), values: key)
    }

    private var keyColumns: [String] { key.map { columns[$0] } }

    private func list(_ names: [String]) -> SQL { .joined(names.map(SQL.name), separator: ",") }

    private func parameters(_ numbers: ClosedRange<Int>) -> SQL { .joined(numbers.map(SQL.parameter), separator: ",") }
}
