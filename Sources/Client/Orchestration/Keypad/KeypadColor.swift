import Primitives

/// The colours of a keypad. The raw value is the key in an app's `Localizable.strings` or `color.xml`; with `_dark` after it, the key of the colour
/// on dark screens.
public enum KeypadColor: String, Sendable, CaseIterable {
    /// The colour behind everything.
    case background = "orch_pinpad_background_color"
    /// The colour of texts on the background.
    case text = "orch_pinpad_text_color"
    /// The colour of the line that says why an entry wasn't taken.
    case error = "orch_pinpad_error_color"
    /// The colour of what hides the characters that were entered.
    case secureInput = "orch_pinpad_secure_input_color"
    /// The colour of a key.
    case key = "orch_pinpad_key_color"
    /// The colour of a key's digit.
    case keyText = "orch_pinpad_key_text_color"
    /// The colour of the backspace arrow.
    case backspace = "orch_pinpad_backspace_color"
    /// The colour of the key that hands the PIN over.
    case done = "orch_pinpad_done_color"
    /// The colour of that key's text.
    case doneText = "orch_pinpad_done_text_color"

    /// The key of the colour on dark screens.
    public var darkKey: String { rawValue + "_dark" }

    /// A colour by its parts, from 0 to 255.
    public struct Value: Sendable, Hashable {
        /// The part of red.
        public let red: UInt8
        /// The part of green.
        public let green: UInt8
        /// The part of blue.
        public let blue: UInt8
        /// The opacity; 255 hides everything behind.
        public let alpha: UInt8

        /// Reads `#RGB`, `#RRGGBB` or, as Android has it, `#AARRGGBB`; nil for another text.
        public init?(_ text: String) {
            let digits = text.utf8.dropFirst()
            guard text.utf8.first == UInt8(ascii: "#"), digits.allSatisfy({ Hexadecimal.value($0) != nil }),
                let number = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            switch digits.count {
            case 3: self.init((number >> 8 & 15) * 17 << 16 | (number >> 4 & 15) * 17 << 8 | (number & 15) * 17, alpha: 255)
            case 6: self.init(number, alpha: 255)
            case 8: self.init(number, alpha: UInt8(number >> 24))
            default: return nil
            }
        }

        fileprivate init(_ number: UInt32, alpha: UInt8 = 255) {
            red = UInt8(number >> 16 & 255)
            green = UInt8(number >> 8 & 255)
            blue = UInt8(number & 255)
            self.alpha = alpha
        }

        /// The colour as style sheets have it, `#rrggbbaa`.
        public var css: String { "#" + Hexadecimal.encode([red, green, blue, alpha]) }
    }

    /// The colour where an app has none.
    public func standard(isDark: Bool) -> Value {
        let (light, dark): (UInt32, UInt32) =
            switch self {
            case .background: (0xF6F4EE, 0x1B2121)
            case .text, .secureInput: (0x1D2A2A, 0xECE8DC)
            case .error: (0xA2372C, 0xE88E81)
            case .key: (0xFFFFFF, 0x2B3434)
            case .keyText: (0x1D2A2A, 0xECE8DC)
            case .backspace: (0x5A5F58, 0xB6BCB4)
            case .done: (0x1F6F54, 0x57B892)
            case .doneText: (0xFFFFFF, 0x10201A)
            }
        return Value(isDark ? dark : light)
    }
}
