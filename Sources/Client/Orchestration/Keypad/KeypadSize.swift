import Primitives

/// The sizes of a keypad's letters. The raw value is the key in an app's `Localizable.strings` or `dimens.xml`.
public enum KeypadSize: String, Sendable, CaseIterable {
    /// The title.
    case title = "orch_pinpad_title_size"
    /// The other texts.
    case text = "orch_pinpad_text_size"
    /// The line that says why an entry wasn't taken.
    case error = "orch_pinpad_error_size"
    /// The characters that were entered, which are hidden.
    case secureInput = "orch_pinpad_secure_input_size"
    /// The digits of the keys.
    case key = "orch_pinpad_key_size"

    /// The sizes that are taken, in points.
    public static let bounds = 8.0...72.0

    /// The size where an app has none, in points.
    public var standard: Double {
        switch self {
        case .title: 20
        case .text, .error: 16
        case .secureInput: 28
        case .key: 24
        }
    }

    /// Reads a number of points with or without a unit: `sp`, `dp`, `pt`, `px`, which are all the same here. nil for another text, and out of bounds.
    static func read(_ value: String) -> Double? {
        var digits = value[...]
        if let unit = ["sp", "dp", "pt", "px"].first(where: digits.hasSuffix) { digits = digits.dropLast(unit.count) }
        let isPlain = digits.utf8.count <= 6 && digits.utf8.allSatisfy(Set("0123456789.".utf8).contains)
        guard isPlain, let size = Double(digits), bounds.contains(size) else { return nil }
        return size
    }
}
