import OAuthMessages
import Primitives

/// Base64 as it is written in headers and addresses: of either alphabet, padded or not.
enum AdviceText {
    /// The text in it; nil when there is none.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes = Array(text.utf8)
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "+") { bytes[index] = UInt8(ascii: "-") }
            if bytes[index] == UInt8(ascii: "/") { bytes[index] = UInt8(ascii: "_") }
        }
        return Base64URL.decode(utf8: bytes).flatMap { String(foreign: $0) }
    }

    /// The XML that was percent-encoded once more than its address was, as some gateways do; nil for anything else.
    static func unescaped(_ text: String) -> String? {
        guard text.hasPrefix("%3C") || text.hasPrefix("%3c") else { return nil }
        return try? FormBody(parsing: "x=" + text).value("x")
    }

    /// Base64 with padding that reads the same in both alphabets. The JSON must be of ``ascii(_:)`` for that.
    static func encoded(_ text: String) -> String {
        let bare = Base64URL.encode(text.utf8)
        return bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    }

    /// JSON with everything escaped that isn't ASCII, and `>`, `?` and `~`, by which the two alphabets of base64 would differ.
    static func ascii(_ json: JSONValue) -> String {
        var text = ""
        for unit in json.text.utf16 {
            let isPlain = (0x20..<0x7E).contains(unit) && unit != 0x3E && unit != 0x3F
            text += isPlain ? String(UnicodeScalar(UInt8(unit))) : escape(unit)
        }
        return text
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
