package import Foundation
package import PasswordHashes
package import Primitives

/// A user as a file has one, in the same form whatever the file's format.
package struct UserFileRecord: Sendable, Equatable {
    /// The user's id; nil for a new one.
    package var id: UUID?
    /// The name to sign in with.
    package var username: String
    /// Profile attributes by the names that the realm's schema has; one that it doesn't have is a reason to refuse the user.
    package var attributes = JSONObject()
    /// Attributes of the product's own that are kept where the realm's schema has them, and left out otherwise.
    package var custom = JSONObject()
    /// Whether the user may sign in.
    package var isEnabled = true
    /// Whether the owner has proved the e-mail address; nil where the file doesn't say.
    package var isMailVerified: Bool?
    /// The time when the account was made; nil for the time of the import.
    package var created: Date?
    /// The time of the last sign-in; nil where the file has none.
    package var lastLogin: Date?
    /// The password's hash; nil for a user without a password.
    package var password: Password?
    /// The passcode generators of the user's authenticator apps.
    package var passcodes: [PasscodeRecord] = []
    /// The user's passkeys.
    package var passkeys: [ImportedPasskey] = []
    /// The parts of the record that aren't kept, by a name that many records share.
    package var leftOut: [String] = []

    /// A password's hash.
    package enum Password: Sendable, Equatable {
        /// The hash as a server of this kind keeps it.
        case own(String)
        case foreign(ForeignHash)

        /// The name of the way of hashing, for reports.
        package var name: String {
            switch self {
            case .own: "own"
            case .foreign(let hash): hash.name
            }
        }

        /// Whether the hash gives little protection.
        package var isWeak: Bool {
            switch self {
            case .own: false
            case .foreign(let hash): hash.isWeak
            }
        }
    }

    package init(username: String) { self.username = username }

    /// The names of attributes in the realm's standard schema.
    enum Attribute {
        static let (mail, givenName, familyName) = ("mail", "givenName", "sn")
        static let (displayName, phone, locale, links) = ("displayName", "telephoneNumber", "preferredLanguage", "aliasList")
    }

    /// Sets an attribute, if the text isn't empty.
    mutating func set(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { attributes[name] = .string(text) }
    }

    /// Leaves out the passkeys of other relying parties; all where there is none to keep them for.
    mutating func keepPasskeys(of relyingParty: String?) {
        let kept = passkeys.filter { $0.relyingParty == relyingParty }
        leftOut += Array(repeating: Self.foreignPasskeys, count: passkeys.count - kept.count)
        passkeys = kept
    }

    /// The name of the passkeys that aren't kept.
    static let foreignPasskeys = "passkeys of another relying party (see --relying-party)"

    /// Adds a link to the account at a provider, as journeys look it up.
    mutating func link(_ provider: String, _ subject: String) {
        let links = attributes[Attribute.links]?.array ?? []
        attributes[Attribute.links] = .array(links + [.string("\(provider)-\(subject)")])
    }

    /// A user's name: the first that isn't empty.
    /// - Throws: ``RecordError`` where there is none.
    static func name(_ candidates: String?...) throws(RecordError) -> String {
        guard let name = candidates.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            throw RecordError("username", "there is neither a user name nor an e-mail address")
        }
        return name
    }
}
