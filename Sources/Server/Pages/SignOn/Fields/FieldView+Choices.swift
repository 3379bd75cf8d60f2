import JourneyMessages
import Primitives
import Translations

extension FieldView.OptionList {
    /// - Parameter initial: the earlier choice; nil for the default.
    init(_ question: ChoiceQuestion, initial: Int?) {
        legend = question.prompt
        entries = FieldView.Entry.entries(question.choices, chosen: initial ?? question.defaultChoice)
    }

    init(_ question: ConfirmationQuestion) {
        legend = question.prompt
        entries = FieldView.Entry.entries(question.options, chosen: question.defaultOption)
    }

    /// The languages of pages and messages, each in its own words; before them a tag that was set otherwise, and none where none is needed.
    init(languages question: AttributeQuestion<String>) {
        let given = question.value ?? ""
        let known = Language.allCases.first { $0.rawValue.asciiLowercased == given.asciiLowercased }
        legend = question.prompt
        entries =
            (question.isRequired && known != nil ? [] : [.init(value: "", caption: "–", isChosen: given.isEmpty)])
            + (known == nil && !given.isEmpty ? [.init(value: given, caption: given, isChosen: true)] : [])
            + Language.allCases.map {
                .init(value: $0.rawValue, caption: $0.ownName, isChosen: $0 == known, captionLanguage: $0.rawValue)
            }
    }
}

extension FieldView.ButtonRow {
    /// - Parameter isWayOut: whether the step waits for something else, so that none of the buttons is its main one.
    init(_ question: ConfirmationQuestion, isWayOut: Bool) {
        let preferred = question.defaultOption ?? 0
        legend = Optional(question.prompt).nonEmpty
        entries = FieldView.Entry.entries(question.options, chosen: isWayOut ? nil : preferred)
        implicit = preferred == 0 ? nil : String(preferred)
    }
}

extension FieldView.Entry {
    static func entries(_ captions: [String], chosen: Int?) -> [Self] {
        captions.enumerated().map { Self(value: String($0.offset), caption: $0.element, isChosen: $0.offset == chosen) }
    }

    /// The providers, with the form of the page itself first: what comes first is what the return key presses.
    static func entries(_ choice: ProviderChoice, _ phrases: Phrases) -> [Self] {
        let ordered = choice.providers.filter(\.isLocal) + choice.providers.filter { !$0.isLocal }
        return ordered.map { provider in
            let name = (provider.button?.displayName).nonEmpty ?? provider.name
            return Self(
                value: provider.name, caption: provider.isLocal ? phrases.proceed : "\(phrases.continueWith) \(name)",
                isChosen: provider.isLocal || provider.name == choice.chosen)
        }
    }
}

extension FieldView.Notice {
    /// nil for a script, which is for the vendor's own pages and is never run.
    init?(_ statement: TextStatement) {
        message = statement.message
        about = statement.about
        switch statement.severity {
        case .information:
            kind = "information"
            role = "note"
        case .warning:
            kind = "warning"
            role = "note"
        case .error:
            kind = "error"
            role = "alert"
        case .script: return nil
        }
    }
}
