/// The syntax of addresses of mail: `local@domain` of RFC 5321 §4.1.2, without quoted local parts and address literals, alone or behind a name
/// (RFC 5322 §3.4).
///
/// An address is one address and nothing else: no list, no comment, no line end that could begin another header or command.
package enum MailSyntax {
    /// The domain of an address; nil for a text that is none, also for one with letters beyond ASCII: a domain that has some is written as `xn--…`.
    package static func domain(of address: String) -> String? {
        let halves = address.split(separator: "@", omittingEmptySubsequences: false)
        guard address.utf8.count <= 254, halves.count == 2, isLocal(halves[0]), isDomain(halves[1]) else { return nil }
        return String(halves[1])
    }

    /// The name and the address of `no-reply@example.com` or `Gatehouse <no-reply@example.com>`, neither of them looked at.
    package static func parts(ofMailbox text: String) -> (name: String, address: String) {
        guard text.hasSuffix(">"), let bracket = text.firstIndex(of: "<") else { return ("", text) }
        let name = text[..<bracket].drop { $0 == " " || $0 == "\"" }.reversed().drop { $0 == " " || $0 == "\"" }.reversed()
        return (String(name), String(text[text.index(after: bracket)...].dropLast()))
    }

    /// Whether a text is an address, alone or behind a name.
    package static func isMailbox(_ text: String) -> Bool { domain(of: parts(ofMailbox: text).address) != nil }

    private static func isLocal(_ text: Substring) -> Bool {
        text.utf8.count <= 64
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAtom) }
            && !hasEncodedWord(text)
    }

    /// Whether a text has an encoded word in it (RFC 2047 §2), which programs show and read as another text: `=?utf-8?q?x?=@b.example`.
    private static func hasEncodedWord(_ text: Substring) -> Bool {
        // The parts between question marks: `=`, charset, encoding, text, `=`.
        let parts = text.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
        guard parts.count >= 5 else { return false }
        let equals = UInt8(ascii: "=")
        return (0...parts.count - 5).contains { first in
            guard parts[first].last == equals, parts[first + 4].first == equals, !parts[first + 1].isEmpty else { return false }
            return isEncoding(parts[first + 2])
        }
    }

    private static func isEncoding(_ text: Substring.UTF8View.SubSequence) -> Bool {
        guard text.count == 1, let letter = text.first else { return false }
        return letter | 0x20 == UInt8(ascii: "b") || letter | 0x20 == UInt8(ascii: "q")
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
                && !label.hasPrefix("-") && !label.hasSuffix("-")
        }
    }

    /// `atext` of RFC 5322 §3.2.3.
    private static func isAtom(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
