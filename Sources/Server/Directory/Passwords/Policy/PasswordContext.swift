import Primitives
import ResourceMessages
import Foundations

/// The words known to every attacker who knows whose password it is: names of the user and of the realm.
struct PasswordContext: Sendable {
    /// The attributes that give nothing away when a password is made of them, since they are known.
    static let fields = ["userName", "givenName", "sn", "mail"]

    private let words: [String]

    init(_ document: JSONObject, _ realm: Realm) {
        let values = Self.fields.compactMap { document[$0]?.string } + [realm.path.name, "gatehouse"]
        let parts = values.flatMap { [$0] + $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        words = Set(parts.map(QueryFilter.folded)).filter { $0.count >= Self.shortestWord }.sorted { $0.count > $1.count }
    }

    /// Whether hardly anything is left of a password without these names, and without digits and signs: `demo-12345678`.
    func gives(_ password: PasswordText) -> Bool {
        var rest = password.folded
        for word in words { rest = rest.replacing(word, with: " ") }
        guard rest != password.folded else { return false }
        return rest.unicodeScalars.count(where: \.properties.isAlphabetic) < Self.leastLetters
    }

    private static let shortestWord = 3
    private static let leastLetters = 4
}
