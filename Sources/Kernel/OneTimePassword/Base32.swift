import Primitives

/// Base32 (RFC 4648 §6), as people copy it: letter case, spaces and hyphens make no difference, nor whether it is padded.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The text of some bytes, without padding.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var (text, pending, bits) = ([UInt8](), UInt32(0), 0)
        for byte in bytes {
            (pending, bits) = (pending << 8 | UInt32(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(pending >> UInt32(bits) & 0x1F)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(pending << UInt32(5 - bits) & 0x1F)]) }
        return String(own: text)
    }

    /// The bytes of a text; nil when it has a foreign character or an impossible length. Bits that are left over are not looked at,
    /// since issuers leave some there.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var (bytes, pending, bits, count) = ([UInt8](), UInt32(0), 0, 0)
        for character in unpadded(text) {
            guard let value = value(character) else { return nil }
            (pending, bits, count) = (pending << 5 | value, bits + 5, count + 1)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
        }
        return [1, 3, 6].contains(count % 8) ? nil : bytes
    }

    private static func unpadded(_ text: some StringProtocol) -> ArraySlice<UInt8> {
        var characters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }[...]
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        return characters
    }

    private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2") + 26)
        default: nil
        }
    }
}
