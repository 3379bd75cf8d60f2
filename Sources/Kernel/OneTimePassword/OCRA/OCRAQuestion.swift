import Primitives

/// A question as the 128 bytes that are hashed (RFC 6287 §5.1).
enum OCRAQuestion {
    static let byteCount = 128

    /// - Parameter text: the question, or both parties' one after the other; so it may be longer than the suite says.
    /// - Throws: `malformed` for a character that the format doesn't have, `outOfRange` for a text that doesn't fit.
    static func bytes(_ text: String, _ format: OCRASuite.QuestionFormat) throws(OneTimePasswordError) -> [UInt8] {
        let bytes = try unpadded(text, format)
        guard !text.isEmpty, bytes.count <= byteCount else {
            throw OneTimePasswordError(.outOfRange, "the question is empty, or longer than \(byteCount) bytes")
        }
        return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
    }

    private static func unpadded(_ text: String, _ format: OCRASuite.QuestionFormat) throws(OneTimePasswordError) -> [UInt8] {
        switch format {
        case .alphanumeric:
            guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw wrong("letters, digits and signs of ASCII") }
            return Array(text.utf8)
        case .hexadecimal:
            let digits = text.utf8.count <= 2 * byteCount ? text.map(\.hexDigitValue) : []
            guard digits.count == text.utf8.count, digits.allSatisfy({ $0 != nil }) else { throw wrong("at most 256 hexadecimal digits") }
            return packed(digits.compactMap { $0 })
        case .numeric:
            guard text.utf8.count <= 2 * byteCount, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw wrong("at most 256 decimal digits")
            }
            return packed(hexadecimal(text.utf8.map { Int($0 - UInt8(ascii: "0")) }))
        }
    }

    /// The hexadecimal digits of a decimal number, without leading zeros; one zero for zero.
    private static func hexadecimal(_ decimal: [Int]) -> [Int] {
        var digits = [0]  // the least significant first
        for digit in decimal {
            var carry = digit
            for index in digits.indices {
                let value = digits[index] * 10 + carry
                (digits[index], carry) = (value & 0xF, value >> 4)
            }
            while carry > 0 {
                digits.append(carry & 0xF)
                carry >>= 4
            }
        }
        return digits.reversed()
    }

    /// Two digits a byte from the left; the last of an odd number is the high half of its byte.
    private static func packed(_ digits: [Int]) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(digits[index] << 4 | (index + 1 < digits.count ? digits[index + 1] : 0))
        }
    }

    private static func wrong(_ expected: String) -> OneTimePasswordError {
        OneTimePasswordError(.malformed, "the question has characters that its suite doesn't allow; it is made of \(expected)")
    }
}
