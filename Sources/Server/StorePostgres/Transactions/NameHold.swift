internal import Crypto
internal import Primitives
internal import Store

/// The row by which a body has a name alone (``/Store/WriteTransaction/hold(_:)``): it changes the row, so that others who do so wait, or at the level of
/// snapshots run again.
enum NameHold {
    /// The statement that makes the table; rows are kept for an hour, which is longer than any transaction lasts.
    static let table: SQL = "CREATE TABLE IF NOT EXISTS store_holds (id TEXT PRIMARY KEY, expires BIGINT NOT NULL)"
    /// The index by which rows that have expired are found.
    static let index: SQL = "CREATE INDEX IF NOT EXISTS store_holds_expires ON store_holds (expires)"
    /// The statement that takes a name.
    static let statement: SQL = """
        INSERT INTO store_holds (id, expires) VALUES (?1, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 3600000)
        ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
        """
    private static let sweep: SQL = """
        DELETE FROM store_holds WHERE id IN (
            SELECT id FROM store_holds WHERE expires < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) LIMIT 1000)
        """

    /// The row's id: names may be long, and say who does something.
    static func id(_ name: HeldName) -> String { Base64URL.encode(SHA256.hash(data: Array(name.text.utf8)).prefix(18)) }

    /// Deletes some rows that have expired, and returns how many.
    static func sweep(_ connection: PostgresConnection, until deadline: WaitLimit) throws(PostgresFailure) -> Int {
        try connection.exchange([.text(sweep.text)], until: deadline).last?.changes ?? 0
    }
}
