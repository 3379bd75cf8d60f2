import Foundation
import Primitives

/// The text of help, fitted to a terminal. ArgumentParser would break examples in mid-command, and a command that is broken can't be copied.
package enum HelpText {
    /// A width at which ArgumentParser breaks nothing.
    package static let unbounded = 100_000
    /// The column in which ArgumentParser begins the explanation of a flag or a command.
    private static let explanation = 26

    /// The number of columns of the terminal; 80 where there is none.
    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Shows a text as wide as the terminal: what was asked for on the output, an error on standard error, and nothing of an empty one.
    package static func show(_ text: String, isError: Bool) {
        let text = wrapped(text, to: columns)
        guard !text.isEmpty else { return }
        if isError { FileHandle.standardError.write(Data((text + "\n").utf8)) } else { print(text) }
    }

    /// The lines broken between words, and what is left of one joined with the next of its paragraph; those of examples stay whole.
    package static func wrapped(_ text: String, to columns: Int) -> String {
        var whole: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let last = whole.last, last.count > columns, isProse(last), isProse(line) {
                whole[whole.count - 1] = last + " " + line
            } else {
                whole.append(line)
            }
        }
        return whole.flatMap { lines(of: $0, columns) }.joined(separator: "\n")
    }

    /// True for a line of a paragraph. The words before a colon are a label, such as that of the usage.
    private static func isProse(_ line: String) -> Bool {
        guard let first = line.first, first != " " else { return false }
        return !line.prefix { $0 != " " }.hasSuffix(":")
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
