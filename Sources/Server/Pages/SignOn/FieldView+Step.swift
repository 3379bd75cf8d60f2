import JourneyMessages

extension FieldView {
    /// The callbacks of a step in their order; those that nobody is to see are left out.
    static func fields(of step: Step, hasError: Bool, phrases: Phrases) -> [FieldView] {
        let kinds = step.callbacks.map(\.kind)
        let hasButtons = kinds.count(where: \.isConfirmation) == 1
        let focused = kinds.firstIndex(where: \.isTextBox)
        return kinds.enumerated().compactMap { index, kind in
            FieldView(
                kind, name: step.callbacks[index].input.first?.name ?? "IDToken\(index + 1)", hasFocus: index == focused,
                isWrong: hasError, hasButtons: hasButtons, phrases: phrases)
        }
    }

    private init?(_ kind: CallbackKind, name: String, hasFocus: Bool, isWrong: Bool, hasButtons: Bool, phrases: Phrases) {
        self.init(fieldName: name)
        switch kind {
        case .name(let question):
            textBox = TextBox(question.prompt, autocomplete: "username", isVerbatim: true, hasFocus: hasFocus, isWrong: isWrong)
        case .password(let question):
            textBox = TextBox(
                question.prompt, type: "password", autocomplete: "current-password", isVerbatim: true, hasFocus: hasFocus,
                isWrong: isWrong)
        case .textInput(let question):
            textBox = TextBox(question.prompt, initial: question.defaultText ?? "", hasFocus: hasFocus, isWrong: isWrong)
        case .textOutput(let statement):
            guard let shown = Notice(statement) else { return nil }
            notice = shown
        case .choice(let question):
            setOptions(question)
        case .confirmation(let question):
            if hasButtons { buttons = ButtonRow(question) } else { options = OptionList(question) }
        case .hiddenValue(let hidden):
            hiddenValue = Hidden(content: hidden.id)
        case .pollingWait(let wait):
            notice = Notice(message: wait.message, kind: "wait", role: "status")
        case .metadata:
            return nil
        default:
            notice = Notice(message: phrases.unsupported, kind: "warning", role: "note")
        }
    }

    private mutating func setOptions(_ question: ChoiceQuestion) {
        let list = OptionList(question)
        if list.entries.count > Self.longestRadioList { menu = list } else { options = list }
    }

    /// More choices than this are a menu.
    private static let longestRadioList = 6
}

extension FieldView.TextBox {
    fileprivate init(
        _ label: String, type: String = "text", initial: String = "", autocomplete: String = "on", isVerbatim: Bool = false,
        hasFocus: Bool, isWrong: Bool
    ) {
        self.label = label
        self.type = type
        self.initial = initial
        self.autocomplete = autocomplete
        self.isVerbatim = isVerbatim
        self.hasFocus = hasFocus
        self.isWrong = isWrong
    }
}

extension FieldView.OptionList {
    fileprivate init(_ question: ChoiceQuestion) {
        legend = question.prompt
        entries = FieldView.Entry.entries(question.choices, chosen: question.defaultChoice)
    }

    fileprivate init(_ question: ConfirmationQuestion) {
        legend = question.prompt
        entries = FieldView.Entry.entries(question.options, chosen: question.defaultOption)
    }
}

extension FieldView.ButtonRow {
    fileprivate init(_ question: ConfirmationQuestion) {
        let preferred = question.defaultOption ?? 0
        legend = Optional(question.prompt).nonEmpty
        entries = FieldView.Entry.entries(question.options, chosen: preferred)
        implicit = preferred == 0 ? nil : preferred
    }
}

extension FieldView.Entry {
    fileprivate static func entries(_ captions: [String], chosen: Int?) -> [Self] {
        captions.enumerated().map { Self(index: $0.offset, caption: $0.element, isChosen: $0.offset == chosen) }
    }
}

extension FieldView.Notice {
    /// nil for a script, which is for the vendor's own pages and is never run.
    fileprivate init?(_ statement: TextStatement) {
        message = statement.message
        switch statement.severity {
        case .information: (kind, role) = ("information", "note")
        case .warning: (kind, role) = ("warning", "note")
        case .error: (kind, role) = ("error", "alert")
        case .script: return nil
        }
    }
}

extension CallbackKind {
    fileprivate var isConfirmation: Bool { if case .confirmation = self { true } else { false } }

    fileprivate var isTextBox: Bool {
        switch self {
        case .name, .password, .textInput: true
        default: false
        }
    }
}
