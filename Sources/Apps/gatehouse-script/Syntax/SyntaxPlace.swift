import Primitives
import ScriptMessages

/// The place in its line at which a script stops making sense.
///
/// The interpreter tells the line only. But it says the same of the script cut off after the word that it stumbles over, and something
/// else, or nothing, of any shorter piece; so the shortest piece of which it says the same ends with that word.
struct SyntaxPlace {
    /// The longest line in which a column is looked for.
    private static let longestLine = 400

    /// The check that returns what the interpreter says of a text.
    let check: (String) -> ScriptFailure?

    /// The failure with its column, if that can be told.
    func located(_ failure: ScriptFailure, in text: String) -> ScriptFailure {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let number = failure.line, failure.column == nil, lines.indices.contains(number - 1),
            lines[number - 1].count <= Self.longestLine
        else { return failure }
        let line = lines[number - 1]
        let before = lines[..<(number - 1)].map { $0 + "\n" }.joined()
        let end = line.indices.first { check(before + line[...$0]) == failure }
        var located = failure
        located.column = end.flatMap { column(of: $0, in: line, failure.message) }
        return located
    }

    /// The column of the word that ends at an index: the message quotes it.
    private func column(of end: Substring.Index, in line: Substring, _ message: String) -> Int? {
        let column = line.distance(from: line.startIndex, to: end) + 1
        let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
        guard quoted.count >= 3, line[...end].hasSuffix(quoted[1]) else { return column }
        return column - quoted[1].count + 1
    }
}
