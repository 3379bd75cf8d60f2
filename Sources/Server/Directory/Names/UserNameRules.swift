import CUnicode
import Primitives

/// The rules for names that users get from now on. Users who have others keep them.
package enum UserNameRules {
    /// The reason for which a realm doesn't take a name; nil for one that it takes.
    static func problem(with name: String, scripts: UserNameScripts) -> String? {
        guard (1...NameFolding.longest).contains(name.utf8.count) else { return "a user name has 1 to \(NameFolding.longest) bytes" }
        guard !name.unicodeScalars.contains(where: isRefused) else {
            return "a user name has no control, invisible or unassigned characters"
        }
        guard !NameFolding.hasLongRun(name) else { return "a user name has at most \(NameFolding.mostMarks) marks in a row" }
        guard name.unicodeScalars.first.map({ !isMark($0) }) ?? false else {
            return "a user name begins with no mark: it would join what stands before it"
        }
        guard let key = NameFolding.folded(name), !key.isEmpty, !hasSpaceAtEnds(name) else {
            return "a user name has something to see, and no spaces at its ends"
        }
        if let form = ReservedForm(of: key) { return "a user name hasn't the form of \(form.rawValue)" }
        guard scripts == .any || NameScripts.highlyRestrictive.allow(key) else {
            return "a user name doesn't mix letters of scripts that are easily taken for each other"
        }
        return nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { (6...8).contains(gatehouse_category(scalar.value)) }

    private static func hasSpaceAtEnds(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return [scalars.first, scalars.last].contains { $0.map { gatehouse_is_space($0.value) } ?? true }
    }

    /// Finds characters that aren't seen or change how others are seen, of which a name with one looks like another user's; that stand for
    /// others that were lost; and that may become anything in a later version of Unicode.
    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return false }
        // Unassigned (noncharacters too), line and paragraph separators, controls, formats, private use, surrogates.
        let refused: Set<Int32> = [0, 13, 14, 15, 16, 17, 18]
        return refused.contains(gatehouse_category(scalar.value)) || gatehouse_is_ignorable(scalar.value) || scalar.value == 0xFFFD
    }
}

/// A form of texts that some reader takes for something else than a user's name.
enum ReservedForm: String {
    case id = "an id (UUID)"
    case distinguishedName = "a distinguished name"
    case realm = "a name with its realm: it has no slash"
    case client = "a client's name in tokens"
    case subject = "a subject of tokens"
    case segment = "a step in a path"
    case encodedWord = "an encoded word of a header field"

    /// The form of a folded name; nil for one that is only a name.
    init?(of key: String) {
        let bytes = Array(key.utf8)
        if Self.isUUID(bytes) {
            self = .id
        } else if bytes.contains(UInt8(ascii: "/")) {
            self = .realm
        } else if Self.beginsWithAttribute(bytes) {
            self = .distinguishedName
        } else if bytes.starts(with: "client:".utf8) {
            self = .client
        } else if bytes.starts(with: "(usr!".utf8) || bytes.starts(with: "(age!".utf8) {
            self = .subject
        } else if key == "." || key == ".." {
            self = .segment
        } else if Self.holdsEncodedWord(bytes) {
            self = .encodedWord
        } else {
            return nil
        }
    }

    /// Whether a reader of UUIDs may take a text: with or without hyphens, in braces, or as a URN.
    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        let body = bytes.starts(with: "urn:uuid:".utf8) ? bytes.dropFirst(9) : bytes[...]
        let digits = body.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") }
        return digits.count == 32 && digits.allSatisfy { Hexadecimal.value($0) != nil }
    }

    /// Whether a reader of header fields may find an encoded word in a text: `=?utf-8?q?x?=` (RFC 2047 §2).
    private static func holdsEncodedWord(_ bytes: [UInt8]) -> Bool {
        guard let start = bytes.firstRange(of: Array("=?".utf8)) else { return false }
        return bytes[start.upperBound...].firstRange(of: Array("?=".utf8)) != nil
    }

    /// Whether a text begins as a distinguished name does: `id=`, `uid = `, `2.5.4.3=` (RFC 4514 §3).
    private static func beginsWithAttribute(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let type = bytes[..<end].reversed().drop { $0 == UInt8(ascii: " ") }
        return !type.isEmpty
            && type.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }
}
