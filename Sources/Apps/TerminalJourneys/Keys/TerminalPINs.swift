import DeviceBinding
package import JourneyMessages
package import Primitives

/// Asks for the application's PIN at the terminal.
package struct TerminalPINs: PINCollector {
    private let user: any JourneyConversation

    package init(user: any JourneyConversation) { self.user = user }

    package func pin(_ prompt: DevicePrompt, isNew: Bool) async -> Secret? {
        for line in [prompt.title, prompt.subtitle, prompt.description] where !line.isEmpty { user.say("  " + line) }
        return try? isNew ? user.askNew("  New PIN: ") : user.askHidden("  PIN: ")
    }
}
