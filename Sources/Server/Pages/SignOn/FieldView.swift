import JourneyMessages

/// One callback as the template sees it. Exactly one of its kinds is there.
///
/// Its names differ from those of ``SignOnView``, since a template looks a missing name up in what surrounds it.
struct FieldView {
    /// The input's name and element identifier, `IDToken1`.
    let fieldName: String
    var textBox: TextBox?
    var options: OptionList?
    var menu: OptionList?
    var buttons: ButtonRow?
    var hiddenValue: Hidden?
    var notice: Notice?

    struct TextBox {
        let label: String
        let type: String
        let initial: String
        let autocomplete: String
        /// For names and the like, which no keyboard should correct.
        let isVerbatim: Bool
        let hasFocus: Bool
        let isWrong: Bool
    }

    /// One of several, shown as radio buttons or as a menu.
    struct OptionList {
        let legend: String
        let entries: [Entry]
    }

    struct Entry {
        let index: Int
        let caption: String
        let isChosen: Bool
    }

    /// The buttons of a confirmation.
    struct ButtonRow {
        let legend: String?
        let entries: [Entry]
        /// What the return key presses. Browsers press the first button of a form, which need not be the default one.
        let implicit: Int?
    }

    struct Hidden {
        let content: String
    }

    struct Notice {
        let message: String
        /// `information`, `warning`, `error` or `wait`: the style's class.
        let kind: String
        /// For assistive technology: `alert`, `status` or `note`.
        let role: String
    }
}
