import Foundation
import Primitives
import TerminalJourneys

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal that the program was started in.
enum Terminal {
    /// Prints a line to standard error, which a pipe doesn't carry on.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((TerminalText.plain(line) + "\n").utf8)) }

    /// Says a line, in which what comes from elsewhere is shown and not obeyed.
    static func say(_ line: String) { write(TerminalText.plain(line) + "\n") }

    /// Writes without a line's end, at once.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Whether a user at the terminal can see what is shown and answer.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The bytes that are typed, as they come; it ends with the input.
    static func keystrokes() -> AsyncStream<UInt8> {
        AsyncStream { stream in
            let thread = Thread {
                var byte: UInt8 = 0
                while read(STDIN_FILENO, &byte, 1) == 1 { stream.yield(byte) }
                stream.finish()
            }
            thread.start()
        }
    }
}

/// A terminal that hands on each key at once and shows none of them by itself.
struct RawTerminal {
    private let before: termios

    init() {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        before = settings
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        // The other screen of the terminal, without a cursor.
        Terminal.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        Terminal.write("\u{1B}[?25h\u{1B}[?1049l")
    }
}
