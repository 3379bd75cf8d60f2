import Directory
import JourneyEngine
import JourneyModel
import Primitives

/// A run's code on its way to a user, whatever carries it.
struct PasscodeSending<Address: Sendable>: Sendable {
    private let passcode: SentPasscode
    /// nil when there is no address to send it to.
    let recipient: Address?
    /// Whether the client must not learn if there is one.
    let isSecret: Bool

    /// - Parameters:
    ///   - attribute: the attribute of the address.
    ///   - gathered: where else one may have been gathered, in the shared state.
    ///   - read: makes an address of a text.
    /// - Throws: ``JourneyRunError`` when there is no code, or no address to send it to and nothing to hide in that.
    init(_ turn: Turn, attribute: AttributeName, gathered: String? = nil, read: (String) -> Address?) async throws {
        guard let made = SentPasscode(turn) else { throw JourneyRunError.fault("a code is sent before one was made") }
        // One that was asked for already isn't known any more: sent again is another.
        var passcode = made.code == nil ? SentPasscode(digits: made.digits, turn) : made
        let found = try await PasscodeRecipient(turn, attribute: attribute, gathered: gathered)
        recipient = found.address.flatMap(read)
        isSecret = found.isSecret
        guard recipient != nil || isSecret else { throw JourneyRunError.fault("there is no address in \(attribute) to send the code to") }
        passcode.user = found.user?.id
        passcode.mail = attribute == "mail" ? found.address : nil
        self.passcode = recipient == nil ? .decoy(like: passcode, turn) : passcode
    }

    /// Keeps the code, once it was sent.
    func keep(in turn: inout Turn) { SentPasscode.keep(passcode, in: &turn.state) }

    /// A text with the code and the user's name.
    func filled(_ text: LocalizedText, _ turn: Turn) -> String {
        turn.text(text).replacing("{{OTP}}", with: passcode.code?.reveal() ?? "").replacing("{{User}}", with: turn.state.username ?? "")
    }
}
