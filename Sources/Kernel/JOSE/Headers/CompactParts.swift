import Primitives

/// A compact serialisation cut at its dots (RFC 7515 §7.1).
struct CompactParts {
    let bytes: [UInt8]
    private let dots: [Int]

    /// Nil unless the text has exactly `count` parts.
    init?(_ text: String, count: Int) {
        bytes = Array(text.utf8)
        dots = bytes.withUnsafeBufferPointer { Self.dots(in: $0, most: count) }
        guard dots.count == count - 1 else { return nil }
    }

    private static func dots(in bytes: UnsafeBufferPointer<UInt8>, most: Int) -> [Int] {
        var dots: [Int] = []
        dots.reserveCapacity(most)
        while dots.count < most, let dot = position(of: UInt8(ascii: "."), in: bytes, from: dots.last.map { $0 + 1 } ?? 0) {
            dots.append(dot)
        }
        return dots
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
