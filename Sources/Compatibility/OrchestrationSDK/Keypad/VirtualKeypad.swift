public import Foundation
import Orchestration
import Primitives

/// The SDK's own keypad. The documented one is a screen of the phone's system; here an app, a terminal or a page brings it.
public protocol VirtualKeypad: Sendable {
    /// Shows the keypad, and returns what the user entered; nil when the user turns away.
    func password(for request: VirtualKeypadRequest) async -> String?
}

/// The content of a keypad's screen.
public struct VirtualKeypadRequest: Sendable, Equatable {
    /// The user whose password it is.
    public let user: OrchestrationUser
    /// The text above the keys, such as “Enter your PIN”.
    public let title: String
    /// The reason why the last entry wasn't taken.
    public let error: String?
    /// Whether a password is chosen.
    public let isEnrollment: Bool
}

/// The keys of the keypad's texts in the app's `Localizable.strings`, and what they say where the app has none. The documented table of keys
/// isn't public; these are ours.
public enum VirtualKeypadText: String, Sendable, CaseIterable {
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
    /// The PIN has the wrong form.
    case form = "orch_pinpad_wrong_form"
    /// Both entries differ.
    case mismatch = "orch_pinpad_confirmation_failed"
    /// The new PIN is the old one.
    case unchanged = "orch_pinpad_unchanged_pin"

    /// The text, as the app's bundle has it or else in English.
    public func text(in bundle: Bundle = .main) -> String {
        bundle.localizedString(forKey: rawValue, value: english, table: nil)
    }

    private var english: String {
        switch self {
        case .enter: "Enter your PIN"
        case .choose: "Choose a PIN"
        case .chooseNew: "Choose a new PIN"
        case .confirm: "Confirm your PIN"
        case .confirmNew: "Confirm your new PIN"
        case .wrong: "The PIN is wrong"
        case .weak: "The PIN is too simple"
        case .form: "The PIN has the wrong form"
        case .mismatch: "The confirmation failed"
        case .unchanged: "The new PIN is the old one"
        }
    }

    init(_ purpose: PINPrompt.Purpose) {
        switch purpose {
        case .enter: self = .enter
        case .choose: self = .choose
        case .chooseNew: self = .chooseNew
        case .confirm: self = .confirm
        }
    }

    init(_ fault: DeviceFailure.Code) {
        switch fault {
        case .passwordWeak: self = .weak
        case .passwordMismatch: self = .mismatch
        case .passwordUnchanged: self = .unchanged
        case .passwordShort, .passwordLong, .passwordFormat: self = .form
        default: self = .wrong
        }
    }
}
