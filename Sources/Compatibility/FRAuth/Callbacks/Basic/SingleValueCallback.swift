import FRCore
import JourneyMessages
import Primitives

/// A callback that asks for one value.
open class SingleValueCallback: Callback {
    /// The text that asks the user.
    public var prompt: String? { wire.output("prompt")?.string }
    /// The name of the input on the wire, such as `IDToken1`.
    public var inputName: String? { wire.input.first?.name }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }

    /// Answers with a value; types that JSON hasn't are taken by their description.
    public func setValue(_ value: Any?) { answer(value.map { JSONValue(plain: $0) ?? .string(String(describing: $0)) } ?? .null) }

    /// The answer so far.
    open func getValue() -> Any? { answered?.plain }
}

/// Asks for a user name.
public final class NameCallback: SingleValueCallback {}

/// Asks for something that must not be shown.
public final class PasswordCallback: SingleValueCallback {}

/// Asks for a text.
public final class TextInputCallback: SingleValueCallback {
    /// The text that the field shows at first.
    public var defaultText: String? { wire.output("defaultText")?.string }

    /// Returns the text that the field shows at first; empty for nothing.
    public func getDefaultText() -> String { defaultText ?? "" }
}
