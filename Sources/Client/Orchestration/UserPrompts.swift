public import CommandChannel
public import Primitives

/// The screens that a flow needs: a keypad, and a page to approve what is shown.
public protocol UserPrompts: Sendable {
    /// Asks for the PIN, or for a new one.
    /// - Returns: nil when the user turns away.
    func pin(_ prompt: PINPrompt) async -> Secret?
    /// Shows what the user decides about.
    /// - Returns: nil when the user turns away without a decision.
    func decision(on request: ShownRequest) async -> Decision?
}

/// The purpose of a keypad, and what it has to say.
public struct PINPrompt: Sendable, Equatable {
    /// The purposes.
    public enum Purpose: Sendable, Equatable {
        /// The PIN is asked for.
        case enter
        /// A PIN is chosen for the first time.
        case choose
        /// A new PIN is chosen.
        case chooseNew
        /// The chosen PIN is entered once more.
        case confirm
    }

    /// The purpose.
    public let purpose: Purpose
    /// The user whose PIN it is.
    public let user: ChannelUser
    /// The rules for it.
    public let policy: PINPolicy
    /// The reason why the last entry wasn't taken; nil at first.
    public let fault: OrchestrationError.Code?
    /// The number of tries that are left, as the server said after a wrong PIN.
    public let attemptsLeft: Int?
}

/// The content of a page on which the user decides.
public struct ShownRequest: Sendable, Equatable {
    /// The kind: to sign in, or to sign.
    public let kind: CommandKind
    /// The user who is asked.
    public let user: ChannelUser
    /// The lines.
    public let display: DisplayData
    /// The additions that aren't shown.
    public let additional: AdditionalData
}
