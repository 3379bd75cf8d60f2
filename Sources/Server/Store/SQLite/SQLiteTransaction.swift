internal import GRDB

/// The open transaction of a connection. It stays on the connection's thread.
final class SQLiteTransaction: WriteTransaction {
    private let connection: GRDB.Database
    /// Found by the address of their literal, which is quicker than hashing the text.
    private var statements: [UInt: SQLiteStatement] = [:]

    init(_ connection: GRDB.Database) { self.connection = connection }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        try statement(sql).rows(values)
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        try statement(sql).execute(values)
    }

    private func statement(_ sql: SQL) throws(DatabaseError) -> SQLiteStatement {
        let address = UInt(bitPattern: sql.literal.utf8Start)
        if let known = statements[address] { return known }
        do {
            let statement = try SQLiteStatement(sql, on: connection)
            statements[address] = statement
            return statement
        } catch {
            throw DatabaseError(sqlite: error)
        }
    }
}
