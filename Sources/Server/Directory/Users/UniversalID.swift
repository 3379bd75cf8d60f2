import Primitives
package import Foundations

/// A user's identifier across realms, a distinguished name: `id=demo,ou=user,o=alpha,ou=services,ou=am-config`.
package enum UniversalID {
    package static func of(_ username: String, in realm: RealmPath) -> String { "id=\(escaped(username))\(suffix(of: realm))" }

    /// The name or id of the user in an identifier of a realm; nil when it is none, or another realm's.
    package static func user(of text: String, in realm: RealmPath) -> String? {
        guard text.hasPrefix("id="), text.hasSuffix(suffix(of: realm)) else { return nil }
        let name = unescaped(text.dropFirst("id=".count).dropLast(suffix(of: realm).count))
        // A text that this server would write otherwise may be read otherwise elsewhere.
        return of(name, in: realm) == text ? name : nil
    }

    private static func suffix(of realm: RealmPath) -> String {
        guard realm != .root else { return ",ou=user,ou=am-config" }
        let realms = realm.names.reversed().map { "o=\(escaped($0))" }.joined(separator: ",")
        return ",ou=user,\(realms),ou=services,ou=am-config"
    }

    /// RFC 4514 §2.4.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for (index, character) in value.enumerated() {
            let isSpecial = #",+"\<>;="#.contains(character) || (index == 0 && (character == "#" || character == " "))
            text += isSpecial ? "\\\(character)" : String(character)
        }
        return text
    }

    private static func unescaped(_ text: Substring) -> String {
        var (name, isEscaped) = ("", false)
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                name.append(character)
                isEscaped = false
            }
        }
        return name
    }
}
