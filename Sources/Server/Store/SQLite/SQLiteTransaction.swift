internal import GRDB
internal import Primitives

/// The open transaction of a connection. It stays on the connection's thread.
final class SQLiteTransaction: WriteTransaction {
    private let connection: GRDB.Database
    /// Found by the address of their literal, which is quicker than hashing the text.
    private var statements: [UInt: SQLiteStatement] = [:]

    /// Whether the log must be emptied after the commit.
    private(set) var wantsScrubbing = false
    /// The wake-ups that are owed after the commit.
    private(set) var wakeups: [Wakeup] = []

    init(_ connection: GRDB.Database) { self.connection = connection }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        try statement(sql).rows(values)
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        try statement(sql).execute(values)
    }

    func scrub() { wantsScrubbing = true }

    func wake(_ topic: Wakeup.Topic, _ key: String) { wakeups.append(Wakeup(topic, key)) }

    /// Forgets all wake-ups but the first ones.
    func keepWakeups(_ count: Int) { wakeups.removeLast(wakeups.count - count) }

    /// Empties the write-ahead log, in which pages stand as they were. When another process reads just now, it is done after the next commit.
    func scrubIfWanted() {
        guard wantsScrubbing, let row = try? rows("PRAGMA wal_checkpoint(TRUNCATE)", values: []).first else { return }
        wantsScrubbing = (try? row.int("busy")) != 0
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
