import Primitives

/// The names by which systems know an app: on Android its package and the certificate that signs it, on Apple's its team and bundle.
package enum AppCertificate {
    /// Reads a SHA-256 fingerprint: 64 hexadecimal digits, perhaps with a colon between two bytes; nil for anything else.
    package static func fingerprint(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let isSpaced = bytes.count == 95
        guard isSpaced || bytes.count == 64 else { return nil }
        let stride = isSpaced ? 3 : 2
        return (0..<32).reduce(into: [UInt8]?([])) { result, index in
            let start = index * stride
            guard let high = digit(bytes[start]), let low = digit(bytes[start + 1]),
                !isSpaced || index == 31 || bytes[start + 2] == UInt8(ascii: ":")
            else { return result = nil }
            result?.append(high << 4 | low)
        }
    }

    /// Whether a text has the form of an Android package: names with dots between them.
    static func isPackage(_ text: String) -> Bool {
        let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && names.count > 1
            && names.allSatisfy { name in
                name.first.map(isLetter) == true && name.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether a text is a team's ten characters and a bundle identifier.
    static func isAppleApp(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (12...266).contains(bytes.count), bytes[10] == UInt8(ascii: ".") else { return false }
        return bytes[..<10].allSatisfy { isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && bytes[11...].allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
