/// The app's way to the server: a request to the customer's server, or whatever carries a text there and one back.
///
/// The text is opaque. A relay can lose it, and nothing else: what it changes, repeats or mixes up is refused.
public protocol CommandRelay: Sendable {
    /// Sends a command, and returns the server's answer.
    /// - Throws: whatever keeps the command from being sent; the flow ends with it, and may be begun again.
    func send(_ command: String) async throws -> String
}
