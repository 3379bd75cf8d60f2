import JourneyMessages
import Primitives

/// A row of buttons.
public final class ConfirmationCallback: Callback {
    /// What to ask the user; may be empty.
    public let prompt: String?
    public let messageType: MessageType
    /// The buttons' labels.
    public let options: [String]?
    public let optionType: OptionType
    /// The index of the button that is pressed by default.
    public let defaultOption: Option

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

    init(_ wire: JourneyMessages.Callback, _ question: ConfirmationQuestion) {
        prompt = question.prompt
        messageType = MessageType(rawValue: question.severity.rawValue) ?? .unknown
        options = question.options
        optionType = wire.output("optionType").flatMap(JourneyMessages.Callback.index).flatMap(OptionType.init) ?? .unknown
        defaultOption = wire.output("defaultOption").flatMap(JourneyMessages.Callback.index) ?? 0
        super.init(wire)
    }

    /// The pressed button.
    public var value: Option? {
        get { answered.flatMap(JourneyMessages.Callback.index) }
        set { answer(newValue.map { .integer(Int64($0)) } ?? .null) }
    }

    /// Presses a button.
    public func setValue(_ option: Option) { value = option }
}
