package import DeviceBinding
package import JourneyMessages
package import Primitives

/// Asks for the application's PIN at the terminal.
package struct TerminalPINs: PINCollector {
    private let user: any Conversation

    package init(user: any Conversation) { self.user = user }

    package func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        for line in [prompt.title, prompt.subtitle, prompt.description] where !line.isEmpty { user.say("  " + line) }
        return isNew ? newPIN() : try? user.askHidden("  PIN: ")
    }

    /// Asks a person twice, until both are the same. Who gives none at first has turned away.
    private func newPIN() -> Secret? {
        while let pin = try? user.askHidden("  New PIN: ") {
            if pin.isEmpty || !user.isTyped { return pin }
            guard let again = try? user.askHidden("  And again: ") else { return nil }
            if again == pin { return pin }
            user.say("  those were different")
        }
        return nil
    }
}
