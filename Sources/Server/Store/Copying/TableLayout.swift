import Primitives

/// A table as a copy needs it: its columns, and those of its primary key.
package struct TableLayout: Sendable {
    package let name: String
    /// All columns, in the table's order.
    package let columns: [String]
    /// The places of the primary key's columns among ``columns``, in the key's order.
    let key: [Int]
    /// True when the schema itself makes rows in it.
    package private(set) var isFilledBySchema = false

    /// The tables that a schema has, in the order of their names, but for the list of the schema's steps. An embedded database is made for it,
    /// so that they are the same for every engine.
    ///
    /// - Throws: ``DatabaseError/Code/other`` for a table without a primary key.
    package static func tables(of migrations: [Migration]) async throws -> [TableLayout] {
        let database = try await SQLiteDatabase.temporary(migrations: migrations)
        let tables = try await database.read { transaction in
            try transaction.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_migration' ORDER BY name").map {
                try TableLayout(try $0.text("name"), in: transaction)
            }
        }
        try await database.close()
        return tables
    }

    private init(_ name: String, in transaction: any ReadTransaction) throws {
        let columns = try transaction.rows("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid", name)
        self.name = name
        self.columns = try columns.map { try $0.text("name") }
        let parts = try columns.enumerated().map { (place: $0.offset, part: try $0.element.int("pk")) }
        key = parts.filter { $0.part > 0 }.sorted { $0.part < $1.part }.map(\.place)
        guard !key.isEmpty else { throw DatabaseError(.other, "the table \(name) has no primary key, by which its rows could be copied") }
        isFilledBySchema = try !isEmpty(transaction)
    }

    /// The values of a row's primary key.
    func key(of row: [SQLValue]) -> [SQLValue] { key.map { row[$0] } }

    /// True when a key comes before another, as both engines sort them.
    static func isBefore(_ left: [SQLValue], _ right: [SQLValue]) -> Bool {
        for (one, other) in zip(left, right) where one != other { return isBefore(one, other) }
        return false
    }

    private static func isBefore(_ left: SQLValue, _ right: SQLValue) -> Bool {
        switch (left, right) {
        case (.integer(let one), .integer(let other)): one < other
        case (.real(let one), .real(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
        default: rank(left) < rank(right)
        }
    }

    /// The order of SQLite's storage classes.
    private static func rank(_ value: SQLValue) -> Int {
        switch value {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}
