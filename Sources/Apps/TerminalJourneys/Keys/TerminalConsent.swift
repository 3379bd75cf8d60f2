import Foundation
package import Passkeys
import Primitives
package import WebAuthn

/// Asks at the terminal what an authenticator with a display asks. An answer that can't be read is a no.
package struct TerminalConsent: PasskeyConsent {
    private let user: any JourneyConversation

    package init(user: any JourneyConversation) { self.user = user }

    package func mayCreate(for options: CreationOptions) async -> Bool {
        user.agrees("Make a passkey for \(options.user.name) at \(options.relyingPartyName) (\(options.relyingPartyID))?")
    }

    package func mayTellOfExisting(for options: CreationOptions) async -> Bool {
        user.agrees("There is a passkey for this account already. Tell the server?")
    }

    package func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey? {
        let names = passkeys.map { "\($0.userName), made \($0.created.formatted(.iso8601.dateTimeSeparator(.space)))" }
        let chosen = try? StepPrompt(user).choose("Passkey for \(options.relyingPartyID)", names + ["none of them"], initial: 0)
        return chosen.flatMap { passkeys.indices.contains($0) ? passkeys[$0] : nil }
    }
}

extension JourneyConversation {
    /// Whether the user says yes.
    func agrees(_ question: String) -> Bool { (try? StepPrompt(self).confirm(question, initial: true)) ?? false }
}
