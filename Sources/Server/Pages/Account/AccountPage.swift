package import Foundation
package import JourneyMessages

/// One's own account: profile, password, sessions, passkeys, accounts at other providers.
package struct AccountPage: Sendable {
    package var language: Language
    /// The user's name.
    package var name: String
    /// The attributes as callbacks, which ``SignOnSubmission`` reads again; nil when the session is too old to change anything.
    package var profile: Step?
    package var paths: Paths
    /// The token of every form of the page.
    package var csrfToken: String
    /// The way to change the password; nil when there is no journey for it.
    package var passwordChange: SelfServiceLink?
    package var sessions: [OpenSession]
    package var passkeys: [Passkey]
    /// The way to add a passkey; nil when there is no journey for it.
    package var passkeyAddition: SelfServiceLink?
    package var links: [Link]
    /// The applications that the user lets have something.
    package var consents: [Consent]
    /// The error, in the user's language.
    package var error: String?
    package var isSaved: Bool

    package init(
        language: Language = .english, name: String, profile: Step?, paths: Paths, csrfToken: String,
        passwordChange: SelfServiceLink? = nil, sessions: [OpenSession] = [], passkeys: [Passkey] = [],
        passkeyAddition: SelfServiceLink? = nil, links: [Link] = [], consents: [Consent] = [], error: String? = nil,
        isSaved: Bool = false
    ) {
        self.language = language
        self.name = name
        self.profile = profile
        self.paths = paths
        self.csrfToken = csrfToken
        self.passwordChange = passwordChange
        self.sessions = sessions
        self.passkeys = passkeys
        self.passkeyAddition = passkeyAddition
        self.links = links
        self.consents = consents
        self.error = error
        self.isSaved = isSaved
    }

    /// The paths to which the page's forms go.
    package struct Paths: Sendable {
        package var profile: String
        package var sessions: String
        package var links: String
        package var passkeys: String
        package var consents: String
        package var signOut: String
        package var signIn: String

        package init(
            profile: String, sessions: String, links: String, passkeys: String, consents: String, signOut: String, signIn: String
        ) {
            self.profile = profile
            self.sessions = sessions
            self.links = links
            self.passkeys = passkeys
            self.consents = consents
            self.signOut = signOut
            self.signIn = signIn
        }
    }

    /// A session of the user's.
    package struct OpenSession: Sendable {
        package var handle: String
        /// The time of creation.
        package var created: Date
        package var lastUsed: Date
        package var isCurrent: Bool

        package init(handle: String, created: Date, lastUsed: Date, isCurrent: Bool) {
            self.handle = handle
            self.created = created
            self.lastUsed = lastUsed
            self.isCurrent = isCurrent
        }
    }

    /// An account at another provider by which the user can sign in.
    package struct Link: Sendable {
        /// The value that the form sends.
        package var value: String
        package var provider: String
        /// Whether the user has another way to sign in.
        package var isRemovable: Bool

        package init(value: String, provider: String, isRemovable: Bool) {
            self.value = value
            self.provider = provider
            self.isRemovable = isRemovable
        }
    }

    /// An application that the user lets have something.
    package struct Consent: Sendable {
        /// The value that the form sends.
        package var value: String
        package var application: String
        /// The things that it may have, in words.
        package var scopes: [String]
        package var given: Date

        package init(value: String, application: String, scopes: [String], given: Date) {
            self.value = value
            self.application = application
            self.scopes = scopes
            self.given = given
        }
    }

    /// A passkey of the user's.
    package struct Passkey: Sendable {
        /// The value that the form sends.
        package var value: String
        package var name: String?
        package var added: Date
        package var isBackedUp: Bool

        package init(value: String, name: String?, added: Date, isBackedUp: Bool) {
            self.value = value
            self.name = name
            self.added = added
            self.isBackedUp = isBackedUp
        }
    }

    /// The fields of the forms that rename and remove passkeys.
    package static let passkeyField = "passkey"
    package static let nameField = "name"
    package static let removeField = "remove"

    /// The fields of the forms that end sessions and remove links.
    package static let sessionField = "session"
    package static let everyOtherSession = "others"
    package static let linkField = "link"
    /// The field of the form that withdraws a consent.
    package static let consentField = "application"
}
