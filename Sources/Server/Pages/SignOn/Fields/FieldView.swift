import JourneyMessages
import Primitives
import Translations

/// One callback as the template sees it. Exactly one of its kinds is there.
///
/// Its names differ from those of ``SignOnView``, since a template looks a missing name up in what surrounds it.
struct FieldView {
    /// The input's name and element identifier, `IDToken1`.
    let fieldName: String
    var textBox: TextBox?
    var checkBox: CheckBox?
    var options: OptionList?
    var menu: OptionList?
    var buttons: ButtonRow?
    var securityQuestion: SecurityQuestion?
    var captcha: Captcha?
    var hiddenValue: Hidden?
    var sensor: Sensor?
    var code: CodeImage?
    /// The number that the user is to pick or enter on the phone.
    var number: String?
    var notice: Notice?
    var passkey: PasskeyView?

    /// The rules that the value must keep to, in words; shown before any is broken.
    var rules: ProblemList?
    /// The problems of the last answer, in words.
    var problems: ProblemList?
    /// The identifiers of the elements that say what is wrong.
    var describedBy: String?
    var isWrong = false
    var hasFocus = false

    /// Whether the user sees an input, beside which problems can stand.
    var isShown: Bool {
        textBox != nil || checkBox != nil || options != nil || menu != nil || buttons != nil || securityQuestion != nil
    }

    /// Whether its label has the mark of what is required.
    var hasMark: Bool { textBox?.isObligatory ?? checkBox?.isObligatory ?? (securityQuestion != nil) }

    /// Whether it must come after everything that it sends.
    var comesLast: Bool { buttons?.comesLast ?? false }

    struct TextBox {
        var label: String
        var type = "text"
        var initial = ""
        var autocomplete = "on"
        /// Whether no keyboard should correct the text, as with names and the like.
        var isVerbatim = false
        /// Whether a number need not be whole.
        var isFractional = false
        var isObligatory = false
        /// The button that shows what is typed, for a secret; the script of the page makes it visible.
        var reveal: Reveal?
    }

    struct Reveal {
        let caption: String
    }

    /// A box to tick. Unticked it sends nothing, so a hidden `false` comes after it.
    struct CheckBox {
        var caption: String
        var isTicked = false
        var isObligatory = false
        var preface: Preface?
    }

    /// The text to read before a box is ticked: terms, or the data to be shared.
    struct Preface {
        let title: String
        let text: String
        /// The language of the text, where it isn't the page's; nil where it is.
        var textLanguage: String?
        /// nil for none, which is no list either.
        var listing: Listing?
    }

    /// A QR code, for a device that reads it.
    struct CodeImage {
        /// An SVG image of our own making.
        let svg: String
        let caption: String
        /// The same for an app on this very device.
        var link: AppLink?
    }

    struct AppLink {
        let address: String
        let label: String

        init(_ address: String, _ phrases: Phrases) {
            self.address = address
            label = phrases.openInApp
        }
    }

    struct Listing {
        let points: [String]
    }

    /// The problems of a value, in words.
    struct ProblemList {
        let identifier: String
        let sentences: [String]
    }

    /// One of several, shown as radio buttons or as a menu.
    struct OptionList {
        let legend: String
        let entries: [Entry]
    }

    struct Entry {
        let value: String
        let caption: String
        let isChosen: Bool
        /// The language of the caption where it isn't the page's; nil where it is.
        var captionLanguage: String?
    }

    /// The buttons of a confirmation, or of the providers to sign in with.
    struct ButtonRow {
        let legend: String?
        let entries: [Entry]
        /// The button that the return key presses. Browsers press the first button of a form, which need not be the default one.
        var implicit: String?
        var comesLast = false
    }

    /// A question to choose or to write, and its answer.
    struct SecurityQuestion {
        let legend: String
        let questions: [Choice]
        /// The entry that stands for no choice; nil when a question is chosen.
        let unchosen: String?
        let chooseLabel: String
        let answerLabel: String
        /// The label of a question of the user's own, which counts before the chosen one; nil when only the questions on offer will do.
        let ownLabel: String?
        /// The user's own question, as it was written before.
        let own: String
        /// Whether the focus goes to the question, or to its answer.
        let focusesOnQuestion: Bool
        let focusesOnAnswer: Bool

        struct Choice {
            let text: String
            let isChosen: Bool
        }
    }

    /// An element that the provider's script fills.
    struct Captcha {
        let elementClass: String
        let siteKey: String
        /// The text for browsers where scripts don't run.
        let scriptless: String
        /// The input for the token, and what else is sent.
        let tokenInput: String
        var extra: [Extra] = []

        struct Extra {
            let extraName: String
            let extraContent: String
        }
    }

    /// Hidden values that ``SignalsPageScript`` fills.
    struct Sensor {
        let inputs: [Input]

        init(_ inputs: Input...) { self.inputs = inputs }

        /// A value by its part: `data` for signals; `start` and `failure` for errors, which are taken back when there is none.
        struct Input {
            let part: String
            let inputName: String
            let inputValue: String

            init(_ part: String, _ inputName: String, _ inputValue: String) {
                self.part = part
                self.inputName = inputName
                self.inputValue = inputValue
            }
        }
    }

    struct Hidden {
        let content: String
    }

    struct Notice {
        /// The element that other fields are described by; nil for none.
        var identifier: String?
        /// The name of the field that it is about; nil for none.
        var about: String?
        let message: String
        /// `information`, `warning`, `error` or `wait`: the style's class.
        let kind: String
        /// The role for assistive technology: `alert`, `status` or `note`.
        let role: String
    }
}
