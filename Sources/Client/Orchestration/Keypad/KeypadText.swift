import CommandChannel
import Primitives

/// The texts of a keypad. The raw value is the key in an app's `Localizable.strings` or `string.xml`; the documented table of keys isn't public,
/// these are ours.
public enum KeypadText: String, Sendable, CaseIterable {
    /// The PIN is asked for.
    case enter = "orch_pinpad_enter_pin"
    /// A PIN is chosen.
    case choose = "orch_pinpad_choose_pin"
    /// A new PIN is chosen.
    case chooseNew = "orch_pinpad_choose_new_pin"
    /// The PIN is entered once more.
    case confirm = "orch_pinpad_confirm_pin"
    /// The new PIN is entered once more.
    case confirmNew = "orch_pinpad_confirm_new_pin"
    /// The PIN was wrong.
    case wrong = "orch_pinpad_wrong_pin"
    /// The PIN is too simple.
    case weak = "orch_pinpad_weak_pin"
    /// The PIN is too short.
    case short = "orch_pinpad_short_pin"
    /// The PIN is too long.
    case long = "orch_pinpad_long_pin"
    /// The PIN has characters that aren't digits.
    case form = "orch_pinpad_wrong_form"
    /// Both entries differ.
    case mismatch = "orch_pinpad_confirmation_failed"
    /// The new PIN is the old one.
    case unchanged = "orch_pinpad_unchanged_pin"
    /// The words before the number of tries that are left.
    case attemptsLeft = "orch_pinpad_attempts_left"
    /// The name of the field that hides what is entered.
    case secureInput = "orch_pinpad_secure_input"
    /// The words before the number of characters that were entered.
    case entered = "orch_pinpad_entered"
    /// The name of the group of keys, for screen readers.
    case keys = "orch_pinpad_keys"
    /// The name of the key that takes the last character back.
    case backspace = "orch_pinpad_backspace"
    /// The key that hands the PIN over.
    case done = "orch_pinpad_done"
    /// The button that turns away.
    case cancel = "orch_pinpad_cancel"
    /// The reason that the system shows where it recognizes the user by face or finger.
    case recognition = "orch_pinpad_recognition"

    /// The number of bytes of a text at most.
    static let longest = 256

    /// The text where an app has none.
    public var english: String {
        switch self {
        case .enter: "Enter your PIN"
        case .choose: "Choose a PIN"
        case .chooseNew: "Choose a new PIN"
        case .confirm: "Confirm your PIN"
        case .confirmNew: "Confirm your new PIN"
        case .wrong: "The PIN is wrong"
        case .weak: "The PIN is too simple"
        case .short: "The PIN is too short"
        case .long: "The PIN is too long"
        case .form: "The PIN has characters that aren't digits"
        case .mismatch: "The confirmation failed"
        case .unchanged: "The new PIN is the old one"
        case .attemptsLeft: "Tries that are left"
        case .secureInput: "PIN"
        case .entered: "Characters entered"
        case .keys: "Digits"
        case .backspace: "Delete the last character"
        case .done: "OK"
        case .cancel: "Cancel"
        case .recognition: "Confirm that it is you"
        }
    }

    /// Takes a text that a screen can show on one line; nil for another one.
    static func read(_ value: String) -> String? {
        (1...longest).contains(value.utf8.count) && DisplayData.isPlain(value) ? value : nil
    }
}

extension PINPrompt {
    /// The text above the keys.
    public var title: KeypadText {
        switch purpose {
        case .enter: .enter
        case .choose: .choose
        case .chooseNew: .chooseNew
        case .confirm: .confirm
        }
    }

    /// The text that says why the last entry wasn't taken; nil at first.
    public var faultText: KeypadText? {
        switch fault {
        case nil: nil
        case .passwordWeak: .weak
        case .passwordMismatch: .mismatch
        case .passwordUnchanged: .unchanged
        case .passwordShort: .short
        case .passwordLong: .long
        case .passwordFormat: .form
        default: .wrong
        }
    }
}
