import JourneyMessages
import Primitives

/// A value that the app computes and the user doesn't see.
public class HiddenValueCallback: SingleValueCallback {
    private var hidden: HiddenValue? { wire.question() }

    /// The purpose of the value, such as `webAuthnOutcome`.
    public var id: String? { hidden?.id }
    /// The value that the server put in it.
    public var defaultValue: String? { hidden?.value }

    /// Whether it takes the outcome of a WebAuthn ceremony.
    public var isWebAuthnOutcome: Bool { id == "webAuthnOutcome" }
}
