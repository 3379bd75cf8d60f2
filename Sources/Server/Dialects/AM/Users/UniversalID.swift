import Services

/// A user's identifier across realms, a distinguished name: `id=demo,ou=user,o=alpha,ou=services,ou=am-config`.
enum UniversalID {
    static func of(_ username: String, in realm: RealmPath) -> String {
        let user = "id=\(escaped(username)),ou=user"
        guard realm != .root else { return user + ",ou=am-config" }
        let realms = realm.names.reversed().map { "o=\(escaped($0))" }.joined(separator: ",")
        return "\(user),\(realms),ou=services,ou=am-config"
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
}
