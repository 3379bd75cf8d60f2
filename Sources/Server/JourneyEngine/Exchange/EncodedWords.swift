import Foundation
import Primitives

/// Texts in header fields as RFC 2047 encodes what isn't ASCII: `=?UTF-8?B?w4RkYQ==?=`.
package enum EncodedWords {
    /// The text; nil when an encoded word is broken or its character set isn't UTF-8 or ASCII. Others are taken as they are.
    package static func decode(_ text: String) -> String? {
        guard text.contains("=?") else { return text }
        var (decoded, rest, wasEncoded) = ("", text[...], false)
        while !rest.isEmpty {
            let space = rest.prefix(while: isSpace)
            let word = rest[space.endIndex...].prefix { !isSpace($0) }
            rest = rest[word.endIndex...]
            let isEncoded = word.hasPrefix("=?") && word.hasSuffix("?=") && word.utf8.count > 4
            guard let plain = isEncoded ? self.word(word) : String(word) else { return nil }
            // RFC 2047 §6.2: all the space between two encoded words belongs to neither.
            if !(isEncoded && wasEncoded) { decoded += space }
            decoded += plain
            wasEncoded = isEncoded
        }
        // Each word is stream-safe; the marks of two may follow each other.
        return decoded.isStreamSafe ? decoded : nil
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

    private static func word(_ word: Substring) -> String? {
        let parts = word.dropFirst(2).dropLast(2).split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 3, ["utf-8", "us-ascii"].contains(parts[0].lowercased()) else { return nil }
        let bytes: [UInt8]? =
            switch parts[1].lowercased() {
            case "b": Data(base64Encoded: String(parts[2])).map(Array.init)
            case "q": quoted(parts[2])
            default: nil
            }
        return bytes.flatMap { String(foreign: $0) }
    }

    /// RFC 2047 §4.2.
    private static func quoted(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "="):
                guard let value = UInt8(hexadecimal: rest.prefix(2), of: 2...2) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
