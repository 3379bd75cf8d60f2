import Primitives

/// An entry on a keypad of digits: the keys that there are, those that can be pressed, and the number of characters that are shown of it. A screen
/// above it draws and hands the keys on.
public struct KeypadEntry: Sendable {
    /// A key.
    public enum Key: Sendable, Hashable {
        /// A digit, 0 to 9.
        case digit(Int)
        /// Takes the last digit back.
        case backspace
        /// Hands the PIN over.
        case done
        /// Turns away.
        case cancel
    }

    /// The end of an entry.
    public enum End: Sendable, Equatable {
        /// The digits that were entered.
        case entered(String)
        /// The user turned away.
        case cancelled
    }

    /// The number of digits at most.
    public static let longest = 64
    /// The keys of a keypad, from top to bottom; the key to turn away is beside it.
    public static let rows: [[Key]] = [
        [.digit(1), .digit(2), .digit(3)], [.digit(4), .digit(5), .digit(6)], [.digit(7), .digit(8), .digit(9)],
        [.backspace, .digit(0), .done],
    ]

    private var digits = ""

    /// Makes an empty entry.
    public init() {}

    /// The number of digits that were entered.
    public var count: Int { digits.utf8.count }

    /// A dot for each digit, which is all that is shown of it.
    public var mask: String { String(repeating: "●", count: count) }

    /// Whether a key has an effect now.
    public func takes(_ key: Key) -> Bool {
        switch key {
        case .digit(let digit): (0...9).contains(digit) && count < Self.longest
        case .backspace, .done: count > 0
        case .cancel: true
        }
    }

    /// Presses a key; one that has no effect now is passed over. At the end nothing is kept of the digits.
    /// - Returns: the end of the entry; nil while it goes on.
    public mutating func press(_ key: Key) -> End? {
        guard takes(key) else { return nil }
        switch key {
        case .digit(let digit): digits += "\(digit)"
        case .backspace: digits.removeLast()
        case .done:
            defer { digits = "" }
            return .entered(digits)
        case .cancel:
            digits = ""
            return .cancelled
        }
        return nil
    }
}

extension KeypadAppearance {
    /// The text on a key; for screen readers as well.
    public func name(of key: KeypadEntry.Key) -> String {
        switch key {
        case .digit(let digit): "\(digit)"
        case .backspace: self[.backspace]
        case .done: self[.done]
        case .cancel: self[.cancel]
        }
    }
}
