package import Foundation
package import JourneyMessages
package import Translations

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
    /// The user's open sessions.
    package var sessions: [OpenSession]
    /// The user's passkeys.
    package var passkeys: [Passkey]
    /// The way to add a passkey; nil when there is no journey for it.
    package var passkeyAddition: SelfServiceLink?
    /// The user's accounts at other providers.
    package var links: [Link]
    /// The user's devices other than passkeys.
    package var devices: [Device]
    /// The number of recovery codes that are left.
    package var recoveryCodes: Int
    /// Whether the user may delete the account.
    package var isDeletable: Bool
    /// The time of the page, from which moments are counted back.
    package var now: Date
    /// The applications that the user lets have something.
    package var consents: [Consent]
    /// The error, in the user's language.
    package var error: String?
    /// Whether the last form was carried out.
    package var isSaved: Bool

    package init(
        language: Language = .english, name: String, profile: Step?, paths: Paths, csrfToken: String,
        passwordChange: SelfServiceLink? = nil, sessions: [OpenSession] = [], passkeys: [Passkey] = [],
        passkeyAddition: SelfServiceLink? = nil, links: [Link] = [], devices: [Device] = [], recoveryCodes: Int = 0,
        consents: [Consent] = [], isDeletable: Bool = false, now: Date, error: String? = nil, isSaved: Bool = false
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
        self.devices = devices
        self.recoveryCodes = recoveryCodes
        self.isDeletable = isDeletable
        self.now = now
        self.consents = consents
        self.error = error
        self.isSaved = isSaved
    }

    /// The paths to which the page's forms go.
    package struct Paths: Sendable {
        /// The path of the form of the profile.
        package var profile: String
        /// The path of the forms that end sessions.
        package var sessions: String
        /// The path of the forms that remove links.
        package var links: String
        /// The path of the forms that rename and remove passkeys.
        package var passkeys: String
        /// The path of the forms that withdraw consents.
        package var consents: String
        /// The path of the forms that remove devices.
        package var devices: String
        /// The path of the form that downloads the user's data.
        package var data: String
        /// The path of the form that deletes the account.
        package var deletion: String
        /// The path of the form that signs out.
        package var signOut: String
        /// The path to sign in again.
        package var signIn: String

        package init(
            profile: String, sessions: String, links: String, passkeys: String, consents: String, devices: String, data: String,
            deletion: String, signOut: String, signIn: String
        ) {
            self.profile = profile
            self.sessions = sessions
            self.links = links
            self.passkeys = passkeys
            self.consents = consents
            self.devices = devices
            self.data = data
            self.deletion = deletion
            self.signOut = signOut
            self.signIn = signIn
        }
    }

    /// A session of the user's.
    package struct OpenSession: Sendable {
        /// The handle of the session, which the form sends.
        package var handle: String
        /// The time of creation.
        package var created: Date
        /// The time when it was last used.
        package var lastUsed: Date
        /// Whether it is the session of this browser.
        package var isCurrent: Bool
        /// The `User-Agent` of the program that it was made in; nil when it isn't known.
        package var userAgent: String?
        /// The place that it was made from; nil when it isn't known.
        package var place: String?

        package init(
            handle: String, created: Date, lastUsed: Date, isCurrent: Bool, userAgent: String? = nil, place: String? = nil
        ) {
            self.handle = handle
            self.created = created
            self.lastUsed = lastUsed
            self.isCurrent = isCurrent
            self.userAgent = userAgent
            self.place = place
        }
    }

    /// An account at another provider by which the user can sign in.
    package struct Link: Sendable {
        /// The value that the form sends.
        package var value: String
        /// The provider's name for people.
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
        /// The application's name for people.
        package var application: String
        /// The things that it may have, in words.
        package var scopes: [String]
        /// The time when the user gave consent.
        package var given: Date

        package init(value: String, application: String, scopes: [String], given: Date) {
            self.value = value
            self.application = application
            self.scopes = scopes
            self.given = given
        }
    }

    /// A device of the user's that is no passkey.
    package struct Device: Sendable {
        /// The part of the page that it belongs to.
        package enum Kind: Sendable, CaseIterable {
            /// An app on a phone that is asked; an app or a token that shows codes; an address that codes are sent to.
            case phone, authenticator, message
        }

        /// The value that the form sends.
        package var value: String
        package var kind: Kind
        /// The user's name for it, or its address; nil for none.
        package var name: String?
        /// The time when it was added.
        package var added: Date

        package init(value: String, kind: Kind, name: String?, added: Date) {
            self.value = value
            self.kind = kind
            self.name = name
            self.added = added
        }
    }

    /// A passkey of the user's.
    package struct Passkey: Sendable {
        /// The value that the form sends.
        package var value: String
        /// The user's name for it; nil for none.
        package var name: String?
        /// The time when it was registered.
        package var added: Date
        /// Whether copies of it exist in the authenticator's backup.
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
    /// The field with the new name.
    package static let nameField = "name"
    /// The field that asks for a removal.
    package static let removeField = "remove"

    /// The fields of the forms that end sessions and remove links.
    package static let sessionField = "session"
    /// The value of ``sessionField`` that means all sessions but the browser's.
    package static let everyOtherSession = "others"
    /// The field with the link to remove.
    package static let linkField = "link"
    /// The field of the forms that remove devices.
    package static let deviceField = "device"
    /// The field with the user name that confirms a deletion.
    package static let confirmationField = "confirmation"
    /// The field of the form that withdraws a consent.
    package static let consentField = "application"
}
