import Primitives
@testable import StorePostgres
import Store
import Testing

@Suite("PostgreSQL: texts of statements and connections")
struct NativeTextTests {
    @Test(
        "parameters and types get PostgreSQL's words",
        arguments: [
            ("SELECT ?1, ?12 FROM t WHERE a = '?3' AND b = ?2", "SELECT $1, $12 FROM t WHERE a = '?3' AND b = $2", 12),
            ("SELECT 'it''s ?1' || ?1", "SELECT 'it''s ?1' || $1", 1),
            ("CREATE TABLE t (a BLOB, blobs TEXT, b BLOB NOT NULL)", "CREATE TABLE t (a BYTEA, blobs TEXT, b BYTEA NOT NULL)", 0),
            ("ALTER TABLE t ADD COLUMN c BLOB", "ALTER TABLE t ADD COLUMN c BYTEA", 0),
            ("SELECT BLOB FROM t", "SELECT BLOB FROM t", 0),
        ])
    func texts(_ text: String, _ native: String, _ parameters: Int) {
        let found = NativeText.translated(text)
        #expect(found.text == native && found.parameters == parameters)
    }

    @Test(
        "a server elsewhere is spoken to by TLS with its name checked, unless the string says otherwise",
        arguments: [
            ("postgres://u@db.example/x", "verify-full"), ("postgres://u@127.0.0.1/x", "prefer"), ("postgres://u@localhost/x", "prefer"),
            ("postgres://u@[::1]/x", "prefer"), ("postgres:///x?host=/run/postgresql", "prefer"), ("postgres:///x", "prefer"),
            ("postgres://u@db.example/x?sslmode=require", "require"), ("postgres://u@127.0.0.1/x?sslmode=verify-ca", "verify-ca"),
            ("host=localhost hostaddr=192.0.2.1 dbname=x", "verify-full"), ("postgres://u@127.example.com/x", "verify-full"),
        ])
    func encryption(_ string: String, _ mode: String) throws {
        let connection = try ConnectionString(Secret(string))
        let words = try connection.words(for: try #require(connection.servers.first), password: nil, namesPasswords: false) { _ in true }
        #expect(words.first { $0.word == "sslmode" }?.value == mode)
        #expect(words.contains { $0.word == "sslrootcert" } == mode.hasPrefix("verify"))
        #expect(words.first { $0.word == "passfile" }?.value == "/nonexistent/pgpass")
    }

    @Test("each host of a list is one server, with its own port or the one of all")
    func hosts() throws {
        let two = try ConnectionString(Secret("postgres://u:hush@a.example:1,b.example:2/x"))
        #expect(two.servers.map(\.name) == ["a.example:1", "b.example:2"])
        let one = try ConnectionString(Secret("host=a,b port=7 dbname=x"))
        #expect(one.servers.map(\.name) == ["a:7", "b:7"])
        let words = try two.words(for: two.servers[1], password: Secret("other"), namesPasswords: true) { _ in false }
        #expect(words.first { $0.word == "host" }?.value == "b.example" && words.first { $0.word == "password" }?.value == "hush")
        #expect(!words.contains { $0.word == "passfile" }, "the environment's holds")
        let given = try one.words(for: one.servers[0], password: Secret("other"), namesPasswords: false) { _ in false }
        #expect(given.first { $0.word == "password" }?.value == "other")
    }

    @Test(
        "a string that isn't one, or that decides what the server decides, is refused without repeating it",
        arguments: [
            "postgres://u:hush@a/x?target_session_attrs=any", "postgres://u:hush%zz@a/x", "hush", "host=a,b port=1,2,3 password=hush",
            "postgres://u:hush@a/x?load_balance_hush=1",
        ])
    func refused(_ string: String) {
        let error = #expect(throws: DatabaseError(.cannotOpen)) { try ConnectionString(Secret(string)) }
        #expect(error?.description.contains("hush") == false)
    }
}
