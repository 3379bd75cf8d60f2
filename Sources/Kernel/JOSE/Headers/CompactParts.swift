import Primitives

/// A compact serialisation cut at its dots (RFC 7515 §7.1, RFC 7516 §7.1).
struct CompactParts {
    let bytes: [UInt8]
    private let dots: [Int]

    /// Nil unless the text has exactly `count` parts.
    init?(_ text: String, count: Int) {
        bytes = Array(text.utf8)
        var dots: [Int] = []
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
            dots.append(index)
            if dots.count == count { return nil }
        }
        guard dots.count == count - 1 else { return nil }
        self.dots = dots
    }

    subscript(part: Int) -> ArraySlice<UInt8> {
        let start = part == 0 ? 0 : dots[part - 1] + 1
        return bytes[start..<(part == dots.count ? bytes.count : dots[part])]
    }

    /// The bytes that a part's base64url text means.
    func decoded(_ part: Int) -> [UInt8]? { Base64URL.decode(utf8: self[part]) }

    /// Everything before the last dot, which is what a JWS signs (RFC 7515 §5.1 step 8).
    var signingInput: [UInt8] { Array(bytes[..<(dots.last ?? 0)]) }
}
