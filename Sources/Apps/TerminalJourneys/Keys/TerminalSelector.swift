package import DeviceBinding

/// Has the user at the terminal choose among the keys of several users.
package struct TerminalSelector: KeySelector {
    private let user: any JourneyConversation

    package init(user: any JourneyConversation) { self.user = user }

    package func select(among keys: [BoundKey]) async -> BoundKey? {
        (try? StepPrompt(user).choose("Sign in as", keys.map(\.username), initial: 0)).map { keys[$0] }
    }
}
