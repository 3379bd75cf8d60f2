internal import Crypto
internal import Primitives
internal import Store

/// A statement of a connection.
final class PreparedStatement {
    /// The text in PostgreSQL's words.
    let text: String
    /// The number of its parameters.
    let parameters: Int
    /// The name by which the server knows it, from a hash of its text, so that it's the same on every connection; empty for one that is used once.
    let name: String
    /// Whether it reads and does nothing else.
    let isReading: Bool
    /// Whether the server has it.
    var isPrepared = false
    /// The names of its columns; nil until it has given rows.
    var columns: [String]?

    /// - Parameter isKept: whether the server is to keep it.
    init(_ sql: SQL, isKept: Bool) {
        (text, parameters) = NativeText.translated(sql.text)
        isReading = text.hasPrefix("SELECT")
        let hash = SHA256.hash(data: Array(text.utf8))
        name = isKept ? "g\(Hexadecimal.encode(Array(hash.prefix(16))))" : ""
    }
}
