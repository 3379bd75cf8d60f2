/// Base64url without padding, as JOSE, PKCE and the device protocol use it (RFC 4648 §5, RFC 7515 §2).
public enum Base64URL {
    /// The unpadded base64url text of some bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the unpadded base64url text of some bytes to UTF-8 text.
    public static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
        if bytes.withContiguousStorageIfAvailable({ append($0, to: &text) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append($0, to: &text) }
        }
    }

    /// The bytes of an unpadded base64url text, or nil when it holds a foreign character, padding, an impossible
    /// length, or bits that a canonical encoder would have left zero (so that no two texts mean the same bytes).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(utf8: text.utf8) }

    /// As ``decode(_:)``, straight from UTF-8 bytes.
    public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
        if let decoded = text.withContiguousStorageIfAvailable(decode(buffer:)) { return decoded }
        return Array(text).withUnsafeBufferPointer(decode(buffer:))
    }
}

// Over buffers, and not over any sequence: a generic loop isn't specialised in another module, and these are on the path of every
// token. For the same reason the tables are fetched once, and the room is made beforehand.
extension Base64URL {
    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let alphabet = alphabet
        let length = (bytes.count * 4 + 2) / 3
        text += [UInt8](unsafeUninitializedCapacity: length) { characters, count in
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            for byte in bytes {
                pending = (pending << 8) | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    characters[count] = alphabet[Int((pending >> bits) & 0x3F)]
                    count += 1
                }
            }
            guard bits > 0 else { return }
            characters[count] = alphabet[Int((pending << (6 - bits)) & 0x3F)]
            count += 1
        }
    }

    private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        let values = values
        var isCanonical = true
        let decoded = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            for character in text {
                let value = values[Int(character)]
                isCanonical = isCanonical && value != invalid
                pending = (pending << 6) | UInt32(value & 0x3F)
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                bytes[count] = UInt8(truncatingIfNeeded: pending >> bits)
                count += 1
            }
            isCanonical = isCanonical && pending & ((1 << bits) - 1) == 0
        }
        return isCanonical ? decoded : nil
    }

    private static let invalid: UInt8 = 0xFF
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()
}
