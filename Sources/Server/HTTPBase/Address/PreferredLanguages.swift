package import Hummingbird
import Primitives

/// Reads the languages that a client prefers.
package enum PreferredLanguages {
    /// Most clients send two or three; more than this are not looked at.
    private static let limit = 10

    /// The tags of `Accept-Language`, best first (RFC 9110 §12.5.4); those with a weight of 0 are left out.
    package static func of(_ request: Request) -> [String] {
        guard let header = request.headers[.acceptLanguage] else { return [] }
        let ranges = header.split(separator: ",").prefix(limit).compactMap(range)
        return ranges.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.tag)
    }

    private static func range(_ text: Substring) -> (tag: String, weight: Double)? {
        let parts = text.split(separator: ";")
        guard let tag = parts.first?.trimmingSpaces, isTag(tag) else { return nil }
        let quality = parts.dropFirst().lazy.map(\.trimmingSpaces).first { $0.hasPrefix("q=") }
        let weight = quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return weight > 0 ? (tag, weight) : nil
    }

    /// Whether a text has the form of a language range (RFC 4647 §2.1): letters, digits, `-` and `*`, 35 bytes at most.
    package static func isTag(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*") || Character(Unicode.Scalar(byte)).isASCIIAlphanumeric
            }
    }
}

extension Character {
    fileprivate var isASCIIAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
