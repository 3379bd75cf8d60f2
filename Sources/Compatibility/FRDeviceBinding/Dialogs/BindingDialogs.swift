/// Asks the user, where the app brings no user interface of its own.
package protocol BindingDialogs: Sendable {
    /// Asks for the application's PIN; nil when the user turned away.
    func pin(_ prompt: Prompt) async -> String?
    /// Has the user choose one of several, by its index; nil when they turned away.
    func choice(among titles: [String]) async -> Int?
}
