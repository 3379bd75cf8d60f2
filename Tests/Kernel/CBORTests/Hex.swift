/// Bytes from hexadecimal digits; a test's own, so that a slip in it is a failing test.
func hex(_ digits: String) throws -> [UInt8] {
    try stride(from: 0, to: digits.utf8.count, by: 2).map { at in
        let start = digits.index(digits.startIndex, offsetBy: at)
        guard let byte = UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) else { throw NotHex() }
        return byte
    }
}

struct NotHex: Error {}
