import Primitives

/// Base64 with padding (RFC 4648 §4), as notes, checkpoints and proofs have it; read in the one canonical form.
enum StandardBase64 {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let text = Base64URL.encode(bytes).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        return String(own: text + [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4))
    }

    /// The bytes of a text; nil for a foreign character, missing or needless padding, and bits that an encoder leaves zero.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        var content: [UInt8] = []
        content.reserveCapacity(text.count)
        for byte in text.dropLast(padding) {
            switch byte {
            case UInt8(ascii: "+"): content.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): content.append(UInt8(ascii: "_"))
            case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
            default: content.append(byte)
            }
        }
        return Base64URL.decode(utf8: content)
    }
}
