import Primitives
import TerminalJourneys

/// Objects as a table: a column for each name, a row for each object.
struct Table {
    let columns: [String]
    let rows: [JSONObject]

    var lines: [String] {
        let cells = [columns.map { $0.wordsOfMember(separator: " ").uppercased() }] + rows.map { row in columns.map { Self.text(row[$0]) } }
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { Self.line($0, widths) }
    }

    /// The cells beside each other; the last one isn't filled up, so that no line ends with spaces.
    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let filled = zip(cells, widths).dropLast().map { cell, width in
            cell + String(repeating: " ", count: width - cell.count + 2)
        }
        return filled.joined() + (cells.last ?? "")
    }

    /// A value as a person reads it.
    static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null: "-"
        case .string(let text): text.isEmpty ? "-" : TerminalText.plain(text)
        case .bool(let value): value ? "yes" : "no"
        case .array(let elements): elements.isEmpty ? "-" : elements.map { text($0) }.joined(separator: ", ")
        case .some(let other): TerminalText.json(other)
        }
    }
}
