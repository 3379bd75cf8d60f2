import FRCore
import JourneyMessages
import Primitives

/// A callback that asks for several values.
open class MultipleValuesCallback: Callback {
    /// The text that asks the user.
    public var prompt: String? { wire.output("prompt")?.string }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }

    /// The answers by the inputs' names on the wire, such as `IDToken1question`; a name that isn't there gets no answer.
    public var inputValues: [String: Any] {
        get { Dictionary(wire.input.compactMap { field in field.value.map { (field.name, $0.plain) } }) { first, _ in first } }
        set {
            for index in wire.input.indices {
                guard let value = newValue[wire.input[index].name].flatMap({ JSONValue(plain: $0) }) else { continue }
                wire.input[index].value = value
            }
        }
    }
}
