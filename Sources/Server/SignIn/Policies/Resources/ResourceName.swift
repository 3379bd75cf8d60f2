import Foundation
import Primitives

/// A resource as policies compare it: a URL in the normal form of RFC 3986 §6.2, so that no other spelling gets around a policy;
/// anything else as it is written.
package struct ResourceName: Sendable, Equatable {
    /// The normal form.
    package let text: String

    private static let longest = 8192

    /// nil when it is empty, too long, or holds control characters, spaces or backslashes, which others may read in other ways.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = URLText(text)?.normalized ?? text
    }

    /// The same with a slash more or less at the end of the path, which policies don't tell apart.
    var variants: [String] {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0]
        let query = parts.count == 2 ? "?" + parts[1] : ""
        guard path.hasSuffix("/") else { return [text, path + "/" + query] }
        return [text, path.dropLast() + query]
    }
}

/// The parts of a URL, as far as its normal form needs them. Wildcards of patterns pass through unchanged.
struct URLText {
    private let scheme: String
    private let authority: String
    private let path: String
    /// The query with its question mark.
    private let query: String

    /// nil for what has no scheme and authority.
    init?(_ text: String) {
        let text = Self.ascii(text)
        guard let colon = text.range(of: "://"), let scheme = Self.scheme(text[..<colon.lowerBound]) else { return nil }
        self.scheme = scheme
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty else { return nil }
        self.authority = Self.authority(authority, scheme)
        let tail = rest[authority.endIndex...]
        path = String(tail.prefix { $0 != "?" })
        query = String(tail.drop { $0 != "?" })
    }

    var normalized: String {
        let segments = Self.withoutDots(Self.unescaped(path.isEmpty ? "/" : path))
        return scheme + "://" + authority + segments + Self.unescaped(query)
    }

    /// Other characters than those of ASCII escaped (RFC 3987 §3.1): raw or escaped they are the same, and none of them hides the one
    /// before it.
    private static func ascii(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.utf8.reduce(into: "") { result, byte in
            result += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
    }

    private static func scheme(_ text: Substring) -> String? {
        let isScheme =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
        return isScheme ? text.lowercased() : nil
    }

    /// Writes an authority in small letters, and without the port that the scheme has anyway.
    private static func authority(_ text: Substring, _ scheme: String) -> String {
        let text = text.lowercased()
        let usual = scheme == "https" ? ":443" : scheme == "http" ? ":80" : nil
        guard let usual, text.hasSuffix(usual) else { return text }
        return String(text.dropLast(usual.count))
    }
}

extension URLText {
    /// Unreserved characters as they are, every other escape in capitals (RFC 3986 §6.2.2.1, §6.2.2.2).
    private static func unescaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let byte = value(bytes[index + 1], bytes[index + 2]) {
                result += PercentEncoding.isUnreserved(byte) ? [byte] : [bytes[index], upper(bytes[index + 1]), upper(bytes[index + 2])]
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(own: result)
    }

    /// A path without `.` and `..` segments (RFC 3986 §5.2.4).
    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }

    private static func value(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = Hexadecimal.value(high), let low = Hexadecimal.value(low) else { return nil }
        return high << 4 | low
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) ? byte - 0x20 : byte
    }
}
