/// The screen of the bank's app, and its way to the bank's server.
public protocol BankScreen: AnyObject, Sendable {
    /// Shows a line.
    func show(_ line: String)
    /// Asks the user whether to approve.
    func approves(_ text: String) -> Bool
    /// Sends a command to the bank's server, and returns its answer.
    func send(_ command: String) async throws -> String
}
