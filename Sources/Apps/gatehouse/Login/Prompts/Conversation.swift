import Primitives

/// Somebody who is asked questions, line by line.
protocol Conversation {
    /// Says something.
    func say(_ line: String)
    /// Asks for a line.
    func ask(_ question: String) throws -> String
    /// Asks for a line that isn't shown as it is typed.
    func askHidden(_ question: String) throws -> Secret
    /// Whether a person types, who can mistype.
    var isTyped: Bool { get }
}

/// The one at the terminal.
struct TerminalConversation: Conversation {
    func say(_ line: String) { Terminal.complain(line) }
    func ask(_ question: String) throws -> String { try Terminal.ask(question) }
    func askHidden(_ question: String) throws -> Secret { try Terminal.askHidden(question) }
    var isTyped: Bool { Terminal.isInteractive }
}
