import Foundation
import Primitives

/// The terminal that the program was started in.
enum Terminal {
    /// Prints a line to standard error, which a pipe doesn't carry on.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Sends what was printed on its way, also when the output is a file.
    static func flush() { fflush(nil) }

    /// Shows how far something is, on a line that the next one replaces; nil takes it away. Nothing is shown where nobody looks.
    static func progress(_ line: String?) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line ?? "")".utf8))
    }

    /// Whether somebody sits there who can answer.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Asks for a line; the question goes to standard error, so that the output stays clean.
    static func ask(_ question: String) throws -> String {
        FileHandle.standardError.write(Data(question.utf8))
        guard let answer = readLine() else { throw CommandFailure("nobody answers: standard input has ended") }
        return answer
    }

    /// Asks for a line that isn't shown as it is typed.
    static func askHidden(_ question: String) throws -> Secret {
        guard Terminal.isInteractive else { return Secret(try ask(question)) }
        let shown = Echo.turnOff()
        defer {
            shown.restore()
            complain("")
        }
        return Secret(try ask(question))
    }

    /// Asks a question that only "yes" answers with true.
    static func confirm(_ question: String) throws -> Bool {
        guard isInteractive else { throw CommandFailure("\(question) Say so with --yes") }
        return ["y", "yes"].contains(try ask("\(question) [y/N] ").lowercased())
    }
}

/// Whether the terminal shows what is typed.
struct Echo {
    private let before: termios

    static func turnOff() -> Echo {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        let echo = Echo(before: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        return echo
    }

    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
