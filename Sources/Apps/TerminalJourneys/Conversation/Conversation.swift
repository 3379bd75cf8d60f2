package import Primitives

/// Somebody who is asked questions, line by line.
package protocol Conversation: Sendable {
    /// Says something.
    func say(_ line: String)
    /// Asks for a line.
    func ask(_ question: String) throws -> String
    /// Asks for a line that isn't shown as it is typed.
    func askHidden(_ question: String) throws -> Secret
    /// Whether a person types, who can mistype.
    var isTyped: Bool { get }
}
