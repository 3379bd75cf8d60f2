import Foundation
import Primitives
import TerminalJourneys

/// The terminal that the program was started in.
enum Terminal {
    /// Prints a line to standard error, which a pipe doesn't carry on.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((TerminalText.plain(line) + "\n").utf8)) }

    /// Prints JSON to standard error, on a line.
    static func complain(_ json: JSONValue) { FileHandle.standardError.write(Data((TerminalText.json(json) + "\n").utf8)) }

    /// Prints a line in which what comes from elsewhere is shown and not obeyed.
    static func say(_ line: String) { print(TerminalText.plain(line)) }

    /// Prints JSON, in which what a terminal would obey is escaped.
    static func show(_ json: JSONValue) { print(TerminalText.json(json)) }

    /// Sends what was printed on its way, also when the output is a file.
    static func flush() { fflush(nil) }

    /// Shows how far something is, on a line that the next one replaces; nil takes it away. Nothing is shown where the output is no
    /// terminal.
    static func progress(_ line: String?) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line ?? "")".utf8))
    }

    /// Whether a user at the terminal can answer.
    static var isInteractive: Bool { TerminalConversation().isTyped }

    /// Asks for a line; the question goes to standard error, so that the output stays clean.
    static func ask(_ question: String) throws -> String { try TerminalConversation().ask(question) }

    /// Asks for a line that isn't shown as it is typed.
    static func askHidden(_ question: String) throws -> Secret { try TerminalConversation().askHidden(question) }

    /// Asks a question that only "yes" answers with true.
    static func confirm(_ question: String) throws -> Bool {
        guard isInteractive else { throw CommandFailure("\(question) Say so with --yes") }
        return ["y", "yes"].contains(try ask("\(question) [y/N] ").lowercased())
    }
}
