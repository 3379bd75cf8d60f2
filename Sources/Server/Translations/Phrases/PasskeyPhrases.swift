/// The phrases of the pages about passkeys.
package struct PasskeyPhrases: Sendable, Decodable {
    package let signIn: String
    package let create: String
    package let use: String
    package let goOnWithout: String
    /// Phrases for what is going on, and for why a ceremony failed.
    package let asking: String
    package let declined: String
    package let unable: String
    package let known: String
    package let elsewhere: String
    package let needsScript: String
    /// Phrases of the account page.
    package let title: String
    package let none: String
    package let nameless: String
    package let name: String
    package let rename: String
    package let remove: String
    package let add: String
    package let added: String
    package let isBackedUp: String
}
