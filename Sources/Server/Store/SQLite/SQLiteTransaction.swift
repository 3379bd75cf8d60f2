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
        // A joined statement is compiled each time: there may be any number of them.
        guard let address = sql.address else { return try compiled(sql) }
        if let known = statements[address] { return known }
        let statement = try compiled(sql)
        statements[address] = statement
        return statement
    }

    private func compiled(_ sql: SQL) throws(DatabaseError) -> SQLiteStatement {
        do { return try SQLiteStatement(sql, on: connection) } catch { throw DatabaseError(sqlite: error) }
    }
}
