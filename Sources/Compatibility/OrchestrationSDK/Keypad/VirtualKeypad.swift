import CommandChannel
public import Foundation
public import Orchestration
import Primitives

/// A keypad in place of the one that is built in, which there is on iOS: an app, a terminal or a page brings it.
public protocol VirtualKeypad: Sendable {
    /// Shows the keypad, and returns what the user entered; nil when the user turns away. The task is cancelled when the flow is over before: the
    /// keypad is to disappear then.
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
    /// The texts, colours and sizes as the app has them.
    public let appearance: VirtualKeypadAppearance
}

extension VirtualKeypadRequest {
    init(_ prompt: PINPrompt, _ appearance: KeypadAppearance) {
        self.init(
            user: OrchestrationUser(userIdentifier: prompt.user.name, domain: prompt.user.domain.isEmpty ? nil : prompt.user.domain),
            title: appearance[prompt.title], error: prompt.faultText.map { appearance[$0] }, isEnrollment: prompt.purpose != .enter,
            appearance: appearance)
    }
}

/// The texts, colours and sizes of the keypad.
public typealias VirtualKeypadAppearance = KeypadAppearance
/// The texts of the keypad, by their keys.
public typealias VirtualKeypadText = KeypadText
/// The colours of the keypad, by their keys.
public typealias VirtualKeypadColor = KeypadColor
/// The sizes of the keypad's letters, by their keys.
public typealias VirtualKeypadSize = KeypadSize

extension KeypadText {
    /// The text, as the app's bundle has it or else in English.
    public func text(in bundle: Bundle = .main) -> String { bundle.value(of: rawValue) ?? english }
}

extension KeypadAppearance {
    /// Reads the values that an app has in its bundle's `Localizable.strings`.
    /// - Parameter warning: is told of each value that was passed over.
    public init(in bundle: Bundle, warning: (KeypadFault) -> Void = { _ in }) {
        self.init({ bundle.value(of: $0) }, warning: warning)
    }
}

extension Bundle {
    /// The value of a key in `Localizable.strings`; nil where there is none.
    fileprivate func value(of key: String) -> String? {
        let absent = "\u{7F}"
        let found = localizedString(forKey: key, value: absent, table: nil)
        return found == absent ? nil : found
    }
}
