import Primitives

/// The short name of a statement, as OpenTelemetry's conventions have it (`db.query.summary`): its verb and the tables that it is about, such as
/// `SELECT users devices`.
package enum StatementSummary {
    /// The most tables that are named.
    private static let most = 4

    /// - Parameter statement: a text with numbered parameters, which holds no value.
    package static func of(_ statement: String) -> String {
        let words = statement.split { $0 == " " || $0 == "\n" || $0 == "(" || $0 == "," || $0 == ")" }
        guard let verb = words.first.map({ $0.uppercased() }) else { return "" }
        var tables: [Substring] = []
        for (word, next) in zip(words, words.dropFirst()) where ["FROM", "JOIN", "INTO", "UPDATE"].contains(word) {
            guard isName(next), !["SET", "SELECT"].contains(next), !tables.contains(next), tables.count < most else { continue }
            tables.append(next)
        }
        return ([verb] + tables.map(String.init)).joined(separator: " ")
    }

    /// Names of our tables are small letters and underscores.
    private static func isName(_ word: Substring) -> Bool {
        word.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
        }
    }
}
