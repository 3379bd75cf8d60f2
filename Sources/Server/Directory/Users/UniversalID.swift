import Primitives
package import Foundations

/// A user's identifier across realms, a distinguished name: `id=demo,ou=user,o=alpha,ou=services,ou=am-config`.
///
/// It is written and read here only, byte by byte: for Swift a comma with a mark behind it is another character than a comma.
package enum UniversalID {
    /// The identifier of the user of a name in a realm.
    package static func of(_ username: String, in realm: RealmPath) -> String { "\(beginning)\(escaped(username))\(suffix(of: realm))" }

    /// The name or id of the user in an identifier of a realm; nil when it is none, or another realm's.
    package static func user(of text: String, in realm: RealmPath) -> String? {
        guard isWhole(text), text.hasSuffix(suffix(of: realm)) else { return nil }
        let name = unescaped(text.utf8.dropFirst(beginning.utf8.count).dropLast(suffix(of: realm).utf8.count))
        // A text that this server would write otherwise may be read otherwise elsewhere.
        return of(name, in: realm) == text ? name : nil
    }

    /// Whether a text has the form of an identifier, of whatever realm.
    static func isWhole(_ text: String) -> Bool { text.hasPrefix(beginning) && text.hasSuffix(end) }

    private static let beginning = "id="
    private static let end = ",ou=am-config"
    private static let special = Array(#",+"\<>;="#.utf8)
    private static let backslash = UInt8(ascii: "\\")

    private static func suffix(of realm: RealmPath) -> String {
        guard realm != .root else { return ",ou=user\(end)" }
        let realms = realm.names.reversed().map { "o=\(escaped($0))" }.joined(separator: ",")
        return ",ou=user,\(realms),ou=services\(end)"
    }

    /// RFC 4514 §2.4.
    private static func escaped(_ value: String) -> String {
        let bytes = Array(value.utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isFirst = index == 0 && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: " "))
            let isLast = index == bytes.count - 1 && byte == UInt8(ascii: " ")
            if byte == 0 {
                text += #"\00"#.utf8
            } else if special.contains(byte) || isFirst || isLast {
                text += [backslash, byte]
            } else {
                text.append(byte)
            }
        }
        return String(own: text)
    }

    /// Reads what ``escaped(_:)`` writes; the caller writes it again to see whether it was that.
    private static func unescaped(_ text: some Collection<UInt8>) -> String {
        var (bytes, rest) = ([UInt8](), Array(text)[...])
        while let byte = rest.popFirst() {
            if byte != backslash {
                bytes.append(byte)
            } else if rest.starts(with: "00".utf8) {
                bytes.append(0)
                rest = rest.dropFirst(2)
            } else if let escaped = rest.popFirst() {
                bytes.append(escaped)
            }
        }
        return String(own: bytes)
    }
}
