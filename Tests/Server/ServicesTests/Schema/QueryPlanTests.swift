import CSQLite
import Foundation
import Foundations
import Services
import Store
import Testing

/// Holds the work of a statement to what it is about: what one user costs must not grow with the number of all users.
///
/// SQLite plans without knowing how many rows there are. For the sake of an order, or where an index lacks a column, it takes a key that begins
/// with the realm, and goes through all of it.
@Suite("Each statement finds its rows by an index")
struct QueryPlanTests {
    /// The tables of which there are only as many rows as an administrator makes, or as a moment leaves.
    static let small: Set = [
        "realms", "applications", "trust_stores", "signing_keys", "profile_schemas", "realm_secrets", "mail_servers", "push_credentials",
        "push_sender_keys", "orchestration_applications", "orchestration_keys", "pingid_applications", "pingid_keys", "risk_applications",
        "registry_logs", "wallet_stamp_keys", "wallet_mail_bytes", "verification_keys",
        "carried", "scripts", "jobs", "nodes", "derivation_roots", "schema_migration", "sqlite_master",
        "pragma_table_info",
        // Until they are sealed, sent, or a minute or an hour old.
        "audit_waiting", "account_notices", "outbox", "audit_samples", "attempts",
    ]

    /// Whether a statement reads much on purpose.
    static func isWanted(_ statement: String) -> Bool { wanted.contains { statement.hasPrefix($0.key) } }

    /// The statements that read much on purpose, by their beginnings.
    private static let wanted: KeyValuePairs = [
        "UPDATE users SET indexed = 0": "a step of the schema's history",
        "UPDATE challenges SET authentication = (SELECT": "a step of the schema's history",
        "INSERT INTO factor_failures (realm, user_id, factor, count, in_a_row) SELECT": "a step of the schema's history",
        "SELECT username FROM users WHERE realm = ?1 AND (folded LIKE": "an administrator gives an application's users a domain",
        "UPDATE audit_event SET personal = NULL": "a realm is removed, or what the log has of persons",
        "SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1": "the end of the log",
        "SELECT seq, time, realm, kind, outcome,": "an end of the log, bounded",
        "SELECT id FROM devices WHERE realm = ?1 AND application": "an application is removed",
        "SELECT installation FROM devices WHERE realm = ?1 AND application": "an application is removed",
        "SELECT id FROM device_authentications WHERE realm": "a user or an application is removed; they are an hour old at the most",
        "SELECT DISTINCT issuer FROM risk_instances": "a user is removed",
        "SELECT COUNT(*) AS count FROM oath_tokens": "an administrator imports tokens",
        "SELECT * FROM oath_tokens WHERE realm = ?1 AND (CAST(?2": "an administrator lists tokens",
        "SELECT MAX(serial) AS last FROM orchestration_licences": "one end of an index",
        "SELECT COUNT(*) AS every": "an administrator asks how many licences there are",
        "SELECT l.serial": "licences, listed; and the first that is free, when a user gets one",
        "DELETE FROM users WHERE realm": "a test's other writer",
        "DELETE FROM spent WHERE realm": "a test's other writer",
        "UPDATE wallet_mail_bytes SET bytes = (": "housekeeping adds up each realm's mail, by an index alone",
        "INSERT INTO wallet_mail_bytes (realm, bytes) SELECT": "a step of the schema's history",
        "SELECT COUNT(*) AS count FROM (SELECT 1 FROM risk_values": "at most a thousand, which the inner statement finds by an index",
    ]

    @Test("no statement reads a table that grows, or all of a realm in it")
    func plans() throws {
        let statements = try Self.statements()
        #expect(statements.count > 500)
        let found = try Self.reading(statements)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test(
        "one that does is found",
        arguments: [
            "SELECT * FROM passkeys WHERE realm = ?1 AND user_id = ?2 ORDER BY device", "SELECT * FROM users WHERE username = ?1",
            "DELETE FROM sessions WHERE realm = ?1",
        ])
    func finds(statement: String) throws {
        #expect(try Self.reading([statement]).count == 1)
    }

    /// The statements of the server's sources that begin and end in one literal, as nearly all do, and those that remove what has expired.
    static func statements() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Sources/Server").standardized
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var statements: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for literal in text.matches(of: #/"""\n(?<lines>.*?)"""|"(?<line>(?:[^"\\\n]|\\.)*)"/#.dotMatchesNewlines()) {
                let words = (literal.lines ?? literal.line ?? "").replacing("\\\"", with: "\"").split(whereSeparator: \.isWhitespace)
                guard let first = words.first, ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(first), words.count > 2 else { continue }
                statements.insert(words.joined(separator: " "))
            }
        }
        return (statements + Schema.features.flatMap(\.expiry).map(\.statement.text)).sorted()
    }

    /// The statements that read too much, each with that part of its plan.
    private static func reading(_ statements: [String]) throws -> [String] {
        var connection: OpaquePointer?
        try #require(sqlite3_open(":memory:", &connection) == SQLITE_OK)
        defer { sqlite3_close(connection) }
        for statement in Schema.migrations.flatMap(\.statements) {
            try #require(sqlite3_exec(connection, statement.text, nil, nil, nil) == SQLITE_OK, "\(statement)")
        }
        return statements.flatMap { statement -> [String] in
            guard !isWanted(statement) else { return [] }
            return plan(of: statement, connection).filter { isLong($0, in: statement) }.map { "\($0): \(statement)" }
        }
    }

    /// The steps of a statement's plan; none for what is no whole statement, and for one about a table that is gone.
    private static func plan(of statement: String, _ connection: OpaquePointer?) -> [String] {
        var compiled: OpaquePointer?
        guard sqlite3_prepare_v2(connection, "EXPLAIN QUERY PLAN " + statement, -1, &compiled, nil) == SQLITE_OK else { return [] }
        defer { sqlite3_finalize(compiled) }
        var steps: [String] = []
        while sqlite3_step(compiled) == SQLITE_ROW { steps.append(String(cString: sqlite3_column_text(compiled, 3))) }
        return steps
    }

    /// Whether a step goes through a table that grows, or through a realm in it.
    private static func isLong(_ step: String, in statement: String) -> Bool {
        guard let table = step.firstMatch(of: #/^(?:SCAN|SEARCH) (\w+)/#)?.1, !step.contains("CONSTANT ROW") else { return false }
        guard step.hasPrefix("SCAN") || step.hasSuffix("(realm=?)") || step.hasSuffix("(realm=? AND application=?)") else { return false }
        // The plan has the name that the statement gives a table: `realms r` or `realms AS r`.
        let words = statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter { $0 != "AS" }.map(String.init)
        let named = zip(words, words.dropFirst()).contains { $1 == table && small.contains($0) }
        return !named && !small.contains(String(table))
    }
}
