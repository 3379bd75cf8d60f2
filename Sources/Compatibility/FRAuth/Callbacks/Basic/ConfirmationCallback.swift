import JourneyMessages
import Primitives

/// A row of buttons.
public final class ConfirmationCallback: Callback {
    private var question: ConfirmationQuestion? { wire.question() }

    /// What to ask the user; may be empty.
    public var prompt: String? { question?.prompt }
    public var messageType: MessageType { question.flatMap { MessageType(rawValue: $0.severity.rawValue) } ?? .unknown }
    /// The buttons' labels.
    public var options: [String]? { question?.options }
    public var optionType: OptionType {
        wire.output("optionType").flatMap(JourneyMessages.Callback.index).flatMap(OptionType.init) ?? .unknown
    }
    /// The index of the button that is pressed by default.
    public var defaultOption: Option { wire.output("defaultOption").flatMap(JourneyMessages.Callback.index) ?? 0 }

    /// What the buttons stand for.
    public enum OptionType: Int, Sendable {
        case unspecifiedOption = -1
        case yesNoOption = 0
        case yesNoCancelOption = 1
        case okCancelOption = 2
        case unknown = -2
    }

    /// A button: of the custom ones the index, of the others the constant.
    public typealias Option = Int

    /// The pressed button.
    public var value: Option? {
        get { answered.flatMap(JourneyMessages.Callback.index) }
        set { answer(newValue.map { .integer(Int64($0)) } ?? .null) }
    }

    /// Presses a button.
    public func setValue(_ option: Option) { value = option }
}
