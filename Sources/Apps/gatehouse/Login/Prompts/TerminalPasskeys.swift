import DeviceFoundation
import Foundation
import JourneyMessages
import Passkeys
import Primitives
import WebAuthn

/// Passkeys of the terminal, so that a journey that asks for one can be tried without a browser. They are kept in the vault of ``LoginDevice``.
struct TerminalPasskeys: Sendable {
    private let authenticator: PasskeyAuthenticator
    /// Where the ceremonies run: at the server's own origin.
    private let origin: String

    init(at address: ServerAddress, on device: Device) {
        let user = TerminalUser()
        authenticator = PasskeyAuthenticator(
            PasskeyConfiguration(verification: user, consent: user), keys: SoftwareKeyStore(device.store), on: device)
        let parts = URLComponents(string: address.base)
        let port = parts?.port.map { ":\($0)" } ?? ""
        origin = "\(parts?.scheme ?? "https")://\(parts?.host ?? "")\(port)"
    }

    /// Answers the WebAuthn callback of a step, if it has one, and says why when that comes to nothing.
    func answer(_ step: inout Step) async {
        guard case .failed(let name, let message)? = await authenticator.answer(&step, from: origin, deviceName: "gatehouse login") else {
            return
        }
        Terminal.complain("  \(name): \(message)")
    }
}

/// Who sits at the terminal. To say that it is oneself stands for a finger on a sensor: this is for trying out.
private struct TerminalUser: PasskeyConsent, DeviceFoundation.UserVerification {
    func verify(_ reason: String) async throws(UserVerificationError) -> VerificationMethod {
        guard confirm("\(reason): is that you?") else { throw UserVerificationError(.refused, "the user was not recognised") }
        return .pin
    }

    func mayCreate(for options: CreationOptions) async -> Bool {
        confirm("Make a passkey for \(options.user.name) at \(options.relyingPartyName) (\(options.relyingPartyID))?")
    }

    func mayTellOfExisting(for options: CreationOptions) async -> Bool {
        confirm("There is a passkey for this account already. Tell the server?")
    }

    func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey? {
        let names = passkeys.map { "\($0.userName), made \($0.created.formatted(.iso8601.dateTimeSeparator(.space)))" }
        let chosen = try? StepPrompt().choose("Passkey for \(options.relyingPartyID)", names + ["none of them"], initial: 0)
        return chosen.flatMap { passkeys.indices.contains($0) ? passkeys[$0] : nil }
    }

    /// An answer that can't be read is a no.
    private func confirm(_ question: String) -> Bool { (try? StepPrompt().confirm(question, initial: true)) ?? false }
}
