import Primitives

/// The texts, colours and sizes of a keypad, as an app has them under their keys, else as they are by default.
///
/// An app's values may be wrong; a keypad is shown all the same. A value that can't be read is passed over with a warning, and nothing of it gets into
/// the appearance but a text, whose characters are checked, and numbers.
public struct KeypadAppearance: Sendable, Equatable {
    private var texts: [KeypadText: String] = [:]
    private var colors: [String: KeypadColor.Value] = [:]
    private var sizes: [KeypadSize: Double] = [:]

    /// The keys that have a meaning.
    public static let keys = Set(
        KeypadText.allCases.map(\.rawValue) + KeypadColor.allCases.flatMap { [$0.rawValue, $0.darkKey] }
            + KeypadSize.allCases.map(\.rawValue))

    /// Makes the default appearance.
    public init() {}

    /// Reads an appearance.
    /// - Parameters:
    ///   - value: the app's value of a key; nil where it has none.
    ///   - warning: is told of each value that was passed over.
    public init(_ value: (String) -> String?, warning: (KeypadFault) -> Void = { _ in }) {
        func read<Value>(_ key: String, _ rule: String, _ read: (String) -> Value?) -> Value? {
            guard let text = value(key) else { return nil }
            guard let taken = read(text) else {
                warning(KeypadFault(key: key, reason: rule))
                return nil
            }
            return taken
        }
        for text in KeypadText.allCases {
            texts[text] = read(text.rawValue, "a text has 1 to \(KeypadText.longest) bytes and no control characters", KeypadText.read)
        }
        for key in KeypadColor.allCases.flatMap({ [$0.rawValue, $0.darkKey] }) {
            colors[key] = read(key, "a colour is #RGB, #RRGGBB or #AARRGGBB") { KeypadColor.Value($0) }
        }
        for size in KeypadSize.allCases { sizes[size] = read(size.rawValue, "a size is a number from 8 to 72", KeypadSize.read) }
    }

    /// A text.
    public subscript(text: KeypadText) -> String { texts[text] ?? text.english }
    /// A size in points.
    public subscript(size: KeypadSize) -> Double { sizes[size] ?? size.standard }
    /// A colour, on a light screen or a dark one.
    public subscript(color: KeypadColor, isDark isDark: Bool) -> KeypadColor.Value {
        colors[isDark ? color.darkKey : color.rawValue] ?? color.standard(isDark: isDark)
    }
}

/// A value of a keypad's appearance that can't be read.
public struct KeypadFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The value's key.
    public let key: String
    /// The rule that it breaks.
    public let reason: String

    /// Makes a fault.
    public init(key: String, reason: String) {
        self.key = key
        self.reason = reason
    }

    public var description: String { "\(key): \(reason)" }
}
