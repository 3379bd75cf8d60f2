import Primitives

/// The issuer of tokens: the URL in `iss`.
///
/// A realm is reached by two families of paths, and each has an issuer of its own (docs/decisions/0007-two-issuer-names.md). A
/// token names the one by which it was asked for; both accept it.
package struct Issuer: Sendable, Hashable {
    /// The URL that is written into tokens and responses.
    package let name: String
    /// The realm's other issuer URLs, whose tokens are this realm's too.
    package let aliases: [String]

    package init(name: String, aliases: [String] = []) {
        self.name = name
        self.aliases = aliases
    }

    /// Whether an `iss` is this realm's.
    package func accepts(_ iss: String?) -> Bool { iss == name || iss.map(aliases.contains) ?? false }

    /// Whether an `aud` has this realm in it.
    package func isAmong(_ audience: [String]) -> Bool { audience.contains { accepts($0) } }
}
