package import Translations

/// The page that shows what the server is, and the way in.
package struct WelcomePage: Sendable {
    package var language: Language
    /// The path that begins a sign-in.
    package var signInPath: String
    /// The paths that begin one in another way; none where a server has no other.
    package var otherWays: [Way: String]
    /// The demonstration user, on a server that has one.
    package var demonstration: Demonstration?
    /// The links that applications need to know, for each realm.
    package var realms: [RealmLinks]
    /// The address of the documentation; nil leaves the link out.
    package var documentation: String?

    package init(
        language: Language = .english, signInPath: String, otherWays: [Way: String] = [:],
        demonstration: Demonstration? = nil, realms: [RealmLinks] = [], documentation: String? = nil
    ) {
        self.language = language
        self.signInPath = signInPath
        self.otherWays = otherWays
        self.demonstration = demonstration
        self.realms = realms
        self.documentation = documentation
    }

    /// The other ways to sign in.
    package enum Way: Sendable, CaseIterable {
        /// The ways: with a passkey, by the phone, by a code that the phone reads, and by an authenticator app.
        case passkey, phone, code, app

        func label(_ phrases: Phrases) -> String {
            switch self {
            case .passkey: phrases.passkeys.signIn
            case .phone: phrases.signInByPhone
            case .code: phrases.signInByCode
            case .app: phrases.signInByApp
            }
        }
    }

    /// A user whose password every visitor may know.
    package struct Demonstration: Sendable {
        /// The user's name.
        package var user: String
        /// The user's password.
        package var password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A realm's published documents.
    package struct RealmLinks: Sendable {
        /// The realm's name for people.
        package var name: String
        /// The OpenID Connect discovery document.
        package var discovery: String
        /// The JWK set.
        package var keys: String

        package init(name: String, discovery: String, keys: String) {
            self.name = name
            self.discovery = discovery
            self.keys = keys
        }
    }
}
