import Foundation
import JourneyMessages
import Primitives

/// The shape of a text. Kinds with names rather than patterns of the realm's own: a pattern can be made to run for ever.
package enum TextShape: String, Sendable, Codable, CaseIterable {
    /// An address as people have it: RFC 5321's `local@domain` without quotes, comments and literals.
    case email
    /// A telephone number: digits, with a plus before and spaces, hyphens, dots and parentheses between.
    case phone
    /// A person's name: no digits, and none of the characters of which markup and addresses are made.
    case personName
    /// A calendar day, `2026-11-21` (RFC 3339 `full-date`).
    case date
    /// One language tag, `de-CH` (RFC 5646): a language of two or three letters, and subtags by their letters only. The standard's longer
    /// languages aren't registered, so that a language's name, `German`, is none.
    case language
    /// A web address: `https` or `http` with a host.
    case webAddress
    /// Letters and digits of ASCII with `-`, `_` and `.`.
    case identifier

    /// The policy by which clients know it.
    var policyID: String {
        switch self {
        case .email: "valid-email-address-format"
        case .phone: "valid-phone-format"
        case .personName: "valid-name-format"
        case .date: "valid-date"
        case .language, .webAddress, .identifier: "regexpMatches"
        }
    }

    var requirement: PolicyRequirement {
        switch self {
        case .email: .validEmailAddress
        case .phone: .validPhone
        case .personName: .validName
        case .date: .validDate
        case .language, .webAddress, .identifier: .matchRegularExpression
        }
    }

    /// Whether a text looks like this.
    package func matches(_ text: String) -> Bool {
        switch self {
        case .email: Self.isEmail(text)
        case .phone: Self.isPhone(text)
        case .personName: !text.unicodeScalars.contains { "<>@/\\{}[]|;:=\"0123456789".unicodeScalars.contains($0) || Self.isControl($0) }
        case .date: Self.isDate(text)
        case .language: Self.isLanguage(text)
        case .webAddress: Self.isWebAddress(text)
        case .identifier: !text.isEmpty && text.utf8.allSatisfy { Self.isAlphanumeric($0) || "-_.".utf8.contains($0) }
        }
    }

    private static func isEmail(_ text: String) -> Bool {
        let halves = parts(text, "@")
        // Local part, "@" and domain in a path of 256 bytes with its brackets (RFC 5321 §4.5.3.1.3).
        guard text.utf8.count <= 254, halves.count == 2, (1...64).contains(halves[0].utf8.count), halves[1].utf8.count <= 252 else {
            return false
        }
        let local = halves[0], labels = parts(halves[1], ".")
        guard !local.hasPrefix("."), !local.hasSuffix("."), !local.contains(".."), labels.count > 1 else { return false }
        return local.unicodeScalars.allSatisfy { $0.value > 0x20 && !"\"(),:;<>[\\]".unicodeScalars.contains($0) && !isControl($0) }
            && labels.allSatisfy(isLabel)
    }

    /// One label of a host name, also of an internationalised one (RFC 5890): letters, digits, inner hyphens.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }

    private static func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = text.hasPrefix("+") ? text.dropFirst() : text[...]
        return (3...20).contains(digits) && rest.utf8.allSatisfy { "0123456789 -.()/".utf8.contains($0) }
    }

    private static func isDate(_ text: String) -> Bool {
        let fields = parts(text, "-")
        guard fields.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isDigit($0) }) else { return false }
        let numbers = fields.compactMap { Int($0) }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else { return false }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[numbers[1] - 1]).contains(numbers[2])
    }

    private static func isLanguage(_ text: String) -> Bool {
        let subtags = parts(text, "-")
        return (2...3).contains(subtags[0].utf8.count) && subtags[0].utf8.allSatisfy { !isDigit($0) }
            && subtags.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric) }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return ["https", "http"].contains(scheme) && url.host?.isEmpty == false
    }

    private static func parts(_ text: some StringProtocol, _ separator: Character) -> [Substring] {
        Substring(text).split(separator: separator, omittingEmptySubsequences: false)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
