import Primitives
import Synchronization
import TerminalJourneys
import Testing

/// Says its lines in turn; a line that begins with `*` is for a hidden question, and no other.
final class ScriptedUser: JourneyConversation {
    private let left: Mutex<[String]>
    private let heard = Mutex<[String]>([])
    let isTyped: Bool

    init(_ lines: [String], isTyped: Bool = false) {
        left = Mutex(lines)
        self.isTyped = isTyped
    }

    /// What it hasn't said yet.
    var lines: [String] { left.withLock { $0 } }
    /// What it was told.
    var said: [String] { heard.withLock { $0 } }

    func say(_ line: String) { heard.withLock { $0.append(line) } }

    func ask(_ question: String) throws -> String {
        let line = try next(question)
        #expect(!line.hasPrefix("*"), "asked openly: \(question)")
        return line
    }

    func askHidden(_ question: String) throws -> Secret {
        let line = try next(question)
        #expect(line.hasPrefix("*"), "asked secretly: \(question)")
        return Secret(line.dropFirst())
    }

    private func next(_ question: String) throws -> String {
        try #require(left.withLock { $0.isEmpty ? nil : $0.removeFirst() }, "nothing to say to: \(question)")
    }
}
