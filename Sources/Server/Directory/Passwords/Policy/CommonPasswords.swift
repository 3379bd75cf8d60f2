import Primitives

/// The passwords that are tried first.
enum CommonPasswords {
    /// Whether a password is one of them: in whatever case, with digits and signs around it, repeated, or a row of the keyboard or the
    /// alphabet.
    static func contain(_ password: PasswordText) -> Bool {
        let unit = password.unit
        return [password.folded, password.core, unit, PasswordText.core(of: unit)].contains(where: list.contains)
            || unit.unicodeScalars.count < shortest || rows.contains { $0.contains(password.folded) }
    }

    /// A shorter text repeated is no better than one character.
    private static let shortest = 4

    private static let list = Set("\(words)".split(whereSeparator: \.isWhitespace).map(String.init))

    /// The rows that a finger can run along, there and back, again and again.
    private static let rows: [String] = ["1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"].flatMap {
        let row = String(repeating: $0, count: 8)
        return [row, String(row.reversed())]
    }
}
