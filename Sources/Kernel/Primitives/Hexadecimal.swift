/// Bytes as hexadecimal digits.
package enum Hexadecimal {
    /// Writes two small digits a byte.
    @inlinable
    package static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

    /// Writes two small digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
            for (index, byte) in bytes.enumerated() {
                digits[index * 2] = digit(byte >> 4)
                digits[index * 2 + 1] = digit(byte & 15)
            }
            return bytes.count * 2
        }
    }

    /// Reads digits, small or capital; nil for anything else.
    package static func decode(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The small digit of a value from 0 to 15.
    package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }

    /// The value of a digit, small or capital; nil for another character.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
