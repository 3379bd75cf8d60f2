import Primitives

/// The text of help, fitted to a terminal. ArgumentParser would break examples in mid-command, and a command that is broken can't be copied.
enum HelpText {
    /// A width at which ArgumentParser breaks nothing.
    static let unbounded = 100_000
    /// The column in which ArgumentParser begins the explanation of a flag or a command.
    private static let explanation = 26

    /// The lines broken between words; those of examples stay whole.
    static func wrapped(_ text: String, to columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { lines(of: String($0), columns) }.joined(separator: "\n")
    }

    private static func lines(of line: String, _ columns: Int) -> [String] {
        guard line.count > columns, !isExample(line) else { return [line] }
        let indentation = indentation(of: line)
        var (lines, current) = ([String](), String(line.prefix(while: { $0 == " " })))
        var isEmpty = true
        for word in words(of: line) {
            if !isEmpty, current.count + trimmed(word).count > columns {
                lines.append(trimmed(current))
                current = String(repeating: " ", count: indentation)
            }
            current += word
            isEmpty = false
        }
        return lines + [trimmed(current)]
    }

    /// Lines that begin with spaces are commands to copy, or parts of a file.
    private static func isExample(_ line: String) -> Bool {
        line.hasPrefix("  ") && !line.hasPrefix("  -") && !line.hasPrefix("  <") && explained(line) == nil
            && !line.hasPrefix(String(repeating: " ", count: explanation))
    }

    /// The column in which the lines after a broken one begin.
    private static func indentation(of line: String) -> Int { explained(line) ?? line.prefix { $0 == " " }.count }

    /// The column of the explanation in a line that begins with the name of what is explained.
    private static func explained(_ line: String) -> Int? {
        let characters = Array(line)
        guard characters.count > explanation, line.hasPrefix("  "), characters[2] != " ", characters[explanation - 1] == " ",
            characters[explanation] != " ", characters[explanation - 2] == " " || line.hasPrefix("  -") || line.hasPrefix("  <")
        else { return nil }
        return explanation
    }

    /// The words, each with the space after it.
    private static func words(of line: String) -> [String] {
        var (words, word) = ([String](), "")
        for character in line.drop(while: { $0 == " " }) {
            if character != " ", word.last == " " {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        return words + [word]
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
