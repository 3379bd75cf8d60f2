internal import GRDB
internal import Primitives

/// The open transaction of a connection. It stays on the connection's thread.
final class SQLiteTransaction: WriteTransaction {
    private let connection: GRDB.Database
    /// Found by the address of their literal, which is quicker than hashing the text.
    private var statements: [UInt: SQLiteStatement] = [:]

    /// Whether the log must be emptied after the commit.
    private var wantsScrubbing = false
    /// The number of bytes that a file may have to be written again after the commit; nil when it isn't.
    private var largestCompaction: Int64?
    /// The wake-ups that are owed after the commit.
    private(set) var wakeups: [Wakeup] = []

    init(_ connection: GRDB.Database) { self.connection = connection }

    func rows(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> [Row] {
        try statement(sql).rows(values)
    }

    func execute(_ sql: SQL, values: [SQLValue]) throws(DatabaseError) -> Int {
        try statement(sql).execute(values)
    }

    func scrub() throws(DatabaseError) {
        // Part of the transaction, so that a server which is killed still knows of it.
        try execute("PRAGMA user_version = 1")
        wantsScrubbing = true
    }

    func compact(upTo bytes: Int64) { largestCompaction = bytes }

    func wake(_ topic: Wakeup.Topic, _ key: String) { wakeups.append(Wakeup(topic, key)) }

    /// Forgets all wake-ups but the first ones.
    func keepWakeups(_ count: Int) { wakeups.removeLast(wakeups.count - count) }

    /// Does, after a commit, what its bodies have asked for.
    func tidy() {
        compactIfWanted()
        scrubIfWanted()
    }

    /// Empties the write-ahead log, in which pages stand as they were. When another process reads just now, it is done after the next commit.
    private func scrubIfWanted() {
        guard wantsScrubbing, let row = try? rows("PRAGMA wal_checkpoint(TRUNCATE)", values: []).first else { return }
        wantsScrubbing = (try? row.int("busy")) != 0
    }

    /// Writes the file again. SQLite overwrites the rows that are deleted, but not the copies which stay in the unused part of a page when
    /// its rows are spread over several. A step that fails, on a full disk for example, stays owed.
    private func compactIfWanted() {
        guard let largest = largestCompaction else { return }
        largestCompaction = nil
        guard number("PRAGMA user_version", "user_version") != 0,
            let pages = number("PRAGMA page_count", "page_count"), let size = number("PRAGMA page_size", "page_size"),
            pages * size <= largest
        else { return }
        // The new pages are gathered in a file, as those of a large database have no room in memory.
        _ = try? connection.execute(sql: "PRAGMA temp_store = FILE; VACUUM; PRAGMA user_version = 0")
        _ = try? connection.execute(sql: "PRAGMA temp_store = MEMORY")
        wantsScrubbing = true
    }

    private func number(_ pragma: SQL, _ column: String) -> Int64? { try? rows(pragma, values: []).first?.int(column) }

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
