import FRCore
import JourneyMessages
import Primitives

/// A row of buttons.
public final class ConfirmationCallback: Callback {
    private var question: ConfirmationQuestion? { wire.question() }

    /// The text that asks the user; may be empty.
    public var prompt: String? { question?.prompt }
    /// The name of the input on the wire, such as `IDToken1`.
    public var inputName: String? { wire.input.first?.name }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }
    /// The importance of the text.
    public var messageType: MessageType { MessageType(wire) }
    /// The buttons' labels.
    public var options: [String]? { question?.options }
    /// The set of buttons, `optionType` on the wire; `unknown` for one that the enumeration lacks.
    public var optionType: OptionType { number("optionType").flatMap(OptionType.init) ?? .unknown }
    /// The button that is pressed by default: of buttons of the journey's own the index, of the others the number of an ``Option``.
    public var defaultOption: Int { number("defaultOption") ?? -1 }
    /// The button that the server names in the output `option`; `unknown` without one, or for one that the enumeration lacks.
    public var option: Option { number("option").flatMap(Option.init) ?? .unknown }

    /// The pressed button: its index, or an ``Option``.
    public var value: Any? {
        get { answered?.plain }
        set { answer(newValue.map(Self.json) ?? .null) }
    }

    /// Presses a button: its index, or an ``Option``.
    public func setValue(_ value: Any?) { self.value = value }

    private static func json(_ value: Any) -> JSONValue {
        if let option = value as? Option { return .integer(Int64(option.rawValue)) }
        return JSONValue(plain: value) ?? .string(String(describing: value))
    }

    private func number(_ name: String) -> Int? { wire.output(name).flatMap(JourneyMessages.Callback.index) }
}

/// The meaning of the buttons.
public enum OptionType: Int, Sendable {
    /// The options are those of the callback, −1.
    case unspecifiedOption = -1
    /// The buttons are Yes and No, 0.
    case yesNoOption = 0
    /// The buttons are Yes, No and Cancel, 1.
    case yesNoCancelOption = 1
    /// The buttons are OK and Cancel, 2.
    case okCancelOption = 2
    /// The callback names no known set.
    case unknown = -2
}

/// A button that isn't the journey's own.
public enum Option: Int, Sendable {
    /// The button Yes, 0.
    case yes = 0
    /// The button No, 1.
    case no = 1
    /// The button Cancel, 2.
    case cancel = 2
    /// The button OK, 3.
    case ok = 3
    /// The callback names no known button.
    case unknown = -1
}
