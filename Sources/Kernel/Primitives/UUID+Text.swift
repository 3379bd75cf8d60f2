package import Foundation

/// Foundation reads and writes the text by way of scanf and printf, which costs as much as a small statement.
extension UUID {
    /// The lower-case text (RFC 9562 §4).
    package var text: String {
        String(unsafeUninitializedCapacity: 36) { text in
            withUnsafeBytes(of: uuid) { bytes in
                var index = 0
                for (position, byte) in bytes.enumerated() {
                    if Self.hasHyphen(before: position) {
                        text[index] = UInt8(ascii: "-")
                        index += 1
                    }
                    text[index] = Hexadecimal.digit(byte >> 4)
                    text[index + 1] = Hexadecimal.digit(byte & 15)
                    index += 2
                }
            }
            return 36
        }
    }

    /// The UUID of a text in upper or lower case; nil for anything else than `8-4-4-4-12` hexadecimal digits.
    package init?(text: String) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        var text = text
        let isRead = text.withUTF8 { text in
            text.count == 36 && withUnsafeMutableBytes(of: &bytes) { Self.read(text, into: $0) }
        }
        guard isRead else { return nil }
        self.init(uuid: bytes)
    }

    /// Whether a hyphen stands before a byte.
    private static func hasHyphen(before position: Int) -> Bool { position == 4 || position == 6 || position == 8 || position == 10 }

    private static func read(_ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var index = 0
        for position in bytes.indices {
            if hasHyphen(before: position) {
                guard text[index] == UInt8(ascii: "-") else { return false }
                index += 1
            }
            guard let high = Hexadecimal.value(text[index]), let low = Hexadecimal.value(text[index + 1]) else { return false }
            bytes[position] = high << 4 | low
            index += 2
        }
        return true
    }
}
