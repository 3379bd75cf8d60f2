import CSQLite
import Services
import Store
import Testing

/// Holds the schema to what databases of many machines have in common, so that one that speaks PostgreSQL's language could place rows by their
/// realm: what isn't so yet stands here with its reason, and nothing may come to it.
@Suite("The schema as databases of many machines take it")
struct PlacementTests {
    /// Tables with a realm that isn't in their keys.
    private static let withoutRealm: KeyValuePairs = [
        "audit_event": "one chain for all realms, which one node seals", "audit_waiting": "what comes next in that chain",
    ]
    /// Keys and indexes with bytes, which Aurora DSQL doesn't take; others do.
    private static let bytes: Set = [
        "attested_apps", "kept_answers", "orchestration_activations", "orchestration_keys", "pairing_keys", "passkeys",
        "pingid_pairing_keys",
        "pingid_tokens", "recovery_codes", "risk_devices", "risk_values", "risk_windows", "sessions", "taken_answers", "verifications",
        "wallet_spent_stamps",
    ]
    /// Tables whose key is one number.
    private static let numbered: KeyValuePairs = [
        "audit_event": "a chain has an order", "audit_pruned": "one row", "configuration_revision": "one row",
        "derivation_roots": "some rows",
        "master_key_proof": "one row",
    ]
    /// Statements that remove all that is old at once.
    private static let unbounded: Set = [
        // Rows of a minute, one for each kind of event and address that was counted.
        "DELETE FROM audit_samples WHERE slot < ?1",
        // With their sessions, in one transaction.
        "DELETE FROM orchestration_requests WHERE deadline < ?1",
        // Those that one seal has read, a bounded number.
        "DELETE FROM audit_waiting WHERE id <= ?1",
    ]

    private let tables: [Table]

    init() throws { tables = try Self.readTables() }

    @Test("each row of a realm has the realm in its key and in what is unique about it")
    func realms() {
        let found = tables.filter { $0.columns["realm"] != nil && $0.keys.contains { $0.isUnique && !$0.columns.contains("realm") } }
        #expect(found.map(\.name) == Self.withoutRealm.map(\.key))
    }

    @Test("no key has bytes but those that had them before")
    func bytesInKeys() {
        let found = tables.filter { table in table.keys.contains { $0.columns.contains { table.columns[$0] == "BLOB" } } }
        #expect(Set(found.map(\.name)) == Self.bytes)
    }

    @Test("no key counts up, where rows grow")
    func counting() {
        let found = tables.filter { $0.primaryKey.count == 1 && $0.columns[$0.primaryKey[0]] == "BIGINT" }
        #expect(found.map(\.name) == Self.numbered.map(\.key))
    }

    @Test("what is old goes in batches")
    func batches() throws {
        let found = try QueryPlanTests.statements().filter { $0.wholeMatch(of: #/DELETE FROM \w+ WHERE \w+ <=? \?\d/#) != nil }
        #expect(Set(found) == Self.unbounded)
    }

    private struct Table {
        let name: String
        /// Types by name.
        let columns: [String: String]
        let primaryKey: [String]
        /// The primary key and the indexes.
        let keys: [(isUnique: Bool, columns: [String])]
    }

    /// The tables that the whole history leaves, by their names.
    private static func readTables() throws -> [Table] {
        var connection: OpaquePointer?
        try #require(sqlite3_open(":memory:", &connection) == SQLITE_OK)
        defer { sqlite3_close(connection) }
        for statement in Schema.migrations.flatMap(\.statements) {
            try #require(sqlite3_exec(connection, statement.text, nil, nil, nil) == SQLITE_OK, "\(statement)")
        }
        let names = rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name", connection)
        return names.map { name in
            let columns = rows("SELECT name, type, pk FROM pragma_table_info('\(name[0])')", connection)
            let primaryKey = columns.filter { $0[2] != "0" }.sorted { $0[2] < $1[2] }.map { $0[0] }
            let indexes = rows("SELECT name, \"unique\" FROM pragma_index_list('\(name[0])')", connection).map { index in
                (isUnique: index[1] == "1", columns: rows("SELECT name FROM pragma_index_info('\(index[0])')", connection).map { $0[0] })
            }
            return Table(
                name: name[0], columns: Dictionary(columns.map { ($0[0], $0[1]) }) { first, _ in first }, primaryKey: primaryKey,
                keys: [(true, primaryKey)] + indexes)
        }
    }

    private static func rows(_ statement: String, _ connection: OpaquePointer?) -> [[String]] {
        var compiled: OpaquePointer?
        guard sqlite3_prepare_v2(connection, statement, -1, &compiled, nil) == SQLITE_OK else { return [] }
        defer { sqlite3_finalize(compiled) }
        var rows: [[String]] = []
        while sqlite3_step(compiled) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(compiled)).map { sqlite3_column_text(compiled, $0).map { String(cString: $0) } ?? "" })
        }
        return rows
    }
}
