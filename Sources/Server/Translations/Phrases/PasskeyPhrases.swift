/// The phrases of the pages about passkeys.
package struct PasskeyPhrases: Sendable, Decodable {
    /// “Sign in with a passkey”
    package let signIn: String
    /// “Make a passkey”
    package let create: String
    /// “Use a passkey”
    package let use: String
    /// “Continue without a passkey”
    package let goOnWithout: String
    /// Phrases for what is going on, and for why a ceremony failed.
    package let asking: String
    /// “No passkey was used. The request was cancelled, or its time ran out. You can try again.”
    package let declined: String
    /// “This browser or device can’t do this with a passkey.”
    package let unable: String
    /// “This device has a passkey for your account already.”
    package let known: String
    /// “Passkeys can’t be used at this address. Open the page by its proper name, with https.”
    package let elsewhere: String
    /// “Passkeys need JavaScript. Without it, continue without a passkey.”
    package let needsScript: String
    /// Phrases of the account page.
    package let title: String
    /// “You have none yet.”
    package let none: String
    /// “Passkey”
    package let nameless: String
    /// “Name”
    package let name: String
    /// “Rename”
    package let rename: String
    /// “Remove”
    package let remove: String
    /// “Add a passkey”
    package let add: String
    /// “Added”
    package let added: String
    /// “kept on several devices”
    package let isBackedUp: String
}
