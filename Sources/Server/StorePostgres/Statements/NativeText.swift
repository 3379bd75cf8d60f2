internal import Primitives
package import Store

/// Texts of statements in PostgreSQL's words.
package enum NativeText {
    /// The statement with `$1` for `?1`, and in what makes tables `BYTEA` for `BLOB`.
    package static func of(_ sql: SQL) -> String { translated(sql.text).text }

    /// The same, for a test that has the statement's text.
    package static func of(text: String) -> String { translated(text).text }

    /// The text, and the highest number of a parameter.
    static func translated(_ text: String) -> (text: String, parameters: Int) {
        var (bytes, isQuoted, highest) = ([UInt8](), false, 0)
        let source = Array(text.utf8)
        bytes.reserveCapacity(source.count)
        var place = 0
        while place < source.count {
            let byte = source[place]
            place += 1
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "?"), !isQuoted else {
                bytes.append(byte)
                continue
            }
            let digits = source[place...].prefix { 0x30...0x39 ~= $0 }
            guard let number = Int(decimal: digits) else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(ascii: "$"))
            bytes += digits
            place += digits.count
            highest = max(highest, number)
        }
        return (typed(String(own: bytes)), highest)
    }

    private static func typed(_ text: String) -> String {
        guard text.hasPrefix("CREATE TABLE") || text.hasPrefix("ALTER TABLE") else { return text }
        return text.replacing(#/\bBLOB\b/#, with: "BYTEA")
    }
}
