internal import Foundation
internal import GRDB

/// The open transaction of a connection. It stays on the connection's thread.
///
/// Prepared statements are found by the address of their literal, which is quicker than hashing the text.
final class SQLiteTransaction: WriteTransaction {
    private let connection: GRDB.Database
    private var statements: [UInt: Prepared] = [:]

    private struct Prepared {
        let statement: Statement
        let columns: [String]
    }

    init(_ connection: GRDB.Database) { self.connection = connection }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        do {
            let prepared = try prepared(sql)
            let cursor = try GRDB.Row.fetchCursor(prepared.statement, arguments: arguments(values))
            var rows: [Row] = []
            while let row = try cursor.next() {
                rows.append(Row(columns: prepared.columns, values: row.databaseValues.map(SQLValue.init)))
            }
            return rows
        } catch {
            throw DatabaseError(sqlite: error)
        }
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        do {
            try prepared(sql).statement.execute(arguments: arguments(values))
            return connection.changesCount
        } catch {
            throw DatabaseError(sqlite: error)
        }
    }

    private func prepared(_ sql: SQL) throws -> Prepared {
        let key = UInt(bitPattern: sql.literal.utf8Start)
        if let known = statements[key] { return known }
        let statement = try connection.makeStatement(sql: sql.text)
        let prepared = Prepared(statement: statement, columns: statement.columnNames)
        statements[key] = prepared
        return prepared
    }

    private func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension SQLValue {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let value): self = .text(value)
        case .blob(let value): self = .blob([UInt8](value))
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
