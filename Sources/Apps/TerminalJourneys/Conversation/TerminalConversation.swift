import Foundation
package import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The one at the terminal; in a script, the lines of standard input. Messages go to standard error, so that the output stays clean.
package struct TerminalConversation: JourneyConversation {
    package init() {}

    package var isTyped: Bool { isatty(STDIN_FILENO) == 1 }

    package func say(_ line: String) { write(line + "\n") }

    /// - Throws: ``PlayerError`` `.silent` when the input has ended.
    package func ask(_ question: String) throws -> String {
        write(question)
        guard let answer = readLine() else { throw PlayerError(.silent, "no answer: standard input has ended") }
        return answer
    }

    package func askHidden(_ question: String) throws -> Secret {
        guard isTyped else { return Secret(try ask(question)) }
        let shown = Echo.turnOff()
        defer {
            shown.restore()
            say("")
        }
        return Secret(try ask(question))
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(TerminalText.plain(text).utf8)) }
}

/// The terminal's settings from before its echo was turned off.
private struct Echo {
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
