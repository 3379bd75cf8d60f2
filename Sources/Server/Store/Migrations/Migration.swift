import Crypto
import Primitives

/// One step of the schema's history. Once released it never changes: a correction is a new step.
///
/// One text serves every engine: columns are `BIGINT`, `TEXT`, `DOUBLE PRECISION` or `BLOB`; nothing is `STRICT` or
/// `AUTOINCREMENT`. An engine may have its own word for a type: a new table's `BIGINT PRIMARY KEY` is SQLite's `INTEGER PRIMARY KEY`.
public struct Migration: Sendable {
    /// Its place in the history, counted from 1.
    public let id: Int
    /// The purpose of the step, in a word or two.
    public let name: String
    /// The statements, in order.
    public let statements: [SQL]

    public init(id: Int, name: String, statements: [SQL]) {
        self.id = id
        self.name = name
        self.statements = statements
    }

    /// SHA-256 over the statements, in hexadecimal: tells whether a database was made by this very text.
    var checksum: String {
        var hash = SHA256()
        for statement in statements { hash.update(data: Array("\(statement.text);\n".utf8)) }
        return hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
