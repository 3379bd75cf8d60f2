import JourneyMessages
import Primitives

/// A value that the app computes and the user doesn't see.
public final class HiddenValueCallback: Callback {
    /// What the value is for, such as `webAuthnOutcome`.
    public let id: String?
    /// What the server put in it.
    public let defaultValue: String?

    init(_ wire: JourneyMessages.Callback, _ hidden: HiddenValue) {
        id = hidden.id
        defaultValue = hidden.value
        super.init(wire)
    }

    /// Whether it takes the outcome of a WebAuthn ceremony.
    public var isWebAuthnOutcome: Bool { id == "webAuthnOutcome" }

    /// Answers with a text.
    public func setValue(_ value: String) { answer(.string(value)) }

    /// The answer so far.
    public func getValue() -> String? { answered?.string }
}
