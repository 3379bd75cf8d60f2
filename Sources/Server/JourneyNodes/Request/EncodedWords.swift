import Foundation
import JourneyEngine
import JourneyModel
import Primitives

/// Texts in header fields as RFC 2047 encodes what isn't ASCII: `=?UTF-8?B?w4RkYQ==?=`.
enum EncodedWords {
    /// The text; nil when an encoded word is broken or its character set isn't UTF-8 or ASCII. Others are taken as they are.
    static func decode(_ text: String) -> String? {
        guard text.contains("=?") else { return text }
        var decoded = ""
        var wasEncoded = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isEncoded = word.hasPrefix("=?") && word.hasSuffix("?=") && word.count > 4
            guard let plain = isEncoded ? self.word(word) : String(word) else { return nil }
            // RFC 2047 §6.2: the space between two encoded words belongs to neither.
            if !decoded.isEmpty, !(isEncoded && wasEncoded) { decoded += " " }
            decoded += plain
            wasEncoded = isEncoded
        }
        return decoded
    }

    private static func word(_ word: Substring) -> String? {
        let parts = word.dropFirst(2).dropLast(2).split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 3, ["utf-8", "us-ascii"].contains(parts[0].lowercased()) else { return nil }
        let bytes: [UInt8]? =
            switch parts[1].lowercased() {
            case "b": Data(base64Encoded: String(parts[2])).map(Array.init)
            case "q": quoted(parts[2])
            default: nil
            }
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// RFC 2047 §4.2.
    private static func quoted(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "="):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
