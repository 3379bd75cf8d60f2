package import Primitives

/// A conversation with a user who is asked questions, line by line.
package protocol JourneyConversation: Sendable {
    /// Says something.
    func say(_ line: String)
    /// Asks for a line.
    func ask(_ question: String) throws -> String
    /// Asks for a line that isn't shown as it is typed.
    func askHidden(_ question: String) throws -> Secret
    /// Whether a person types, who can mistype.
    var isTyped: Bool { get }
}

extension JourneyConversation {
    /// Asks for something new that isn't shown; a person is asked twice, until both are the same. A person who gives nothing at first isn't
    /// asked again.
    package func askNew(_ question: String) throws -> Secret {
        while true {
            let first = try askHidden(question)
            if first.isEmpty || !isTyped { return first }
            if try askHidden("  And again: ") == first { return first }
            say("  those were different")
        }
    }
}
