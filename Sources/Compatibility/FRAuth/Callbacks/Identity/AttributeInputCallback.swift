import JourneyMessages
import Primitives

/// Asks for a property of the user.
open class AttributeInputCallback: AbstractValidatedCallback {
    /// The property, such as `mail`.
    public var name: String { wire.output("name")?.string ?? "" }
    /// Whether the field must not be left empty; false when the server didn't say.
    public var required: Bool { wire.output("required")?.bool ?? false }

    /// The answer is at first what the property is now.
    override func begin() {
        super.begin()
        if let value = wire.output("value"), value != .null { answer(value) }
    }
}

/// Asks for a text.
public final class StringAttributeInputCallback: AttributeInputCallback {}

/// Asks for a number.
public final class NumberAttributeInputCallback: AttributeInputCallback {
    /// The answer so far; a number is a `Double`, also when it is whole.
    public override func getValue() -> Any? { answered?.number ?? super.getValue() }
}

/// Asks for true or false.
public final class BooleanAttributeInputCallback: AttributeInputCallback {}
