package import Foundation
package import Foundations
import Primitives
import ResourceMessages

/// The settings of a realm: each is declared here and nowhere else (``RealmSetting``).
package struct RealmSettings: Sendable, Equatable {
    // MARK: Signing in

    @RealmSetting(.name(of: .journey), "The journey that runs when a request names none.")
    package var defaultJourney = "Login"
    @RealmSetting(.seconds(), "How long an unfinished journey may take.")
    package var journeyLifetime = 300
    @RealmSetting(.seconds(), "How long a suspended journey waits for its link to be opened.")
    package var suspendedLifetime = 300
    @RealmSetting(
        .text,
        "The address in links of suspended journeys: an app's or a page's, to which the parameters are added; empty for the hosted sign-on page."
    )
    package var resumeURL = ""
    @RealmSetting(
        .choice(UserNameScripts.allCases.map(\.rawValue)),
        "The mixtures of scripts in new user names: one script, or Latin with those of Chinese, Japanese or Korean (UTS 39); or any.")
    package var userNameScripts = UserNameScripts.highlyRestrictive
    @RealmSetting(.text, "The address to which a browser goes after a login that names no other.")
    package var successURL = "/am/console"
    @RealmSetting(
        .list(.text), "Origins besides this server's to which a login may send the browser; exact, such as https://app.example.com.")
    package var redirectOrigins: [String] = []
    // docs/protocols/step-protocol.md 2.8
    @RealmSetting(.flag, "Whether a login may carry the credentials in headers.")
    package var zeroPageLogin = false
    @RealmSetting(.map(.name(of: .journey), count: nil), "The journeys that satisfy authentication context classes (acr_values), by class.")
    package var journeysByContextClass: [String: String] = [:]
    @RealmSetting(
        .map(.name(of: .journey), count: nil),
        "The journeys that raise a session to a level, where a policy asks for one: by levels, as texts; the least that is enough counts.")
    package var journeysByLevel: [String: String] = [:]
    @RealmSetting(
        .list(.name(of: .journey)),
        "Journeys, one of which a session must have passed to become a code, or to open the account page; empty where any journey will do.")
    package var requiredJourneys: [String] = []
    @RealmSetting(.number(0...1000), "The level that a session must have to become a code, or to open the account page.")
    package var requiredLevel = 0
    @RealmSetting(
        .name(of: .journey, mayBeAbsent: true),
        "The journey for registration; the hosted pages link to it unless it is empty or the realm has no such journey.")
    package var registrationJourney = "Registration"
    @RealmSetting(.name(of: .journey, mayBeAbsent: true), "The journey that resets a forgotten password; linked likewise.")
    package var forgottenPasswordJourney = "ResetPassword"
    @RealmSetting(.name(of: .journey, mayBeAbsent: true), "The journey that recovers a forgotten user name; linked likewise.")
    package var forgottenUsernameJourney = "ForgottenUsername"
    @RealmSetting(.name(of: .journey, mayBeAbsent: true), "The journey by which users change their password; linked likewise.")
    package var updatePasswordJourney = "UpdatePassword"
    @RealmSetting(.name(of: .journey, mayBeAbsent: true), "The journey by which users add a passkey; linked likewise.")
    package var passkeyJourney = "PasskeyRegistration"

    // MARK: Sessions and tokens

    @RealmSetting(.seconds(), "How long a session lasts.")
    package var sessionLifetime = 7200
    @RealmSetting(.seconds(), "How long a session may lie unused.")
    package var sessionIdleTime = 1800
    @RealmSetting(.list(.text), "Session properties that the session's owner may read and set.")
    package var exposedSessionProperties: [String] = ["AMCtxId"]
    // ASVS 5.0 V10.4.3
    @RealmSetting(.seconds(1...600), "How long an authorization code may be redeemed, unless the application has a time of its own.")
    package var codeLifetime = 60
    @RealmSetting(.seconds(), "How long an access token is good, unless the application has a time of its own.")
    package var accessTokenLifetime = 3600
    @RealmSetting(.seconds(), "How long an ID token is good, unless the application has a time of its own.")
    package var idTokenLifetime = 3600
    @RealmSetting(.seconds(), "How long a refresh token is good, unless the application has a time of its own.")
    package var refreshTokenLifetime = 604_800
    // ASVS 5.0 V10.4.8: 90 days
    @RealmSetting(.seconds(), "How long a grant may be refreshed in all, however often.")
    package var grantLifetime = 7_776_000
    // RFC 9126 §2.2
    @RealmSetting(.seconds(), "How long a pushed authorization request may be used.")
    package var pushedRequestLifetime = 60
    @RealmSetting(
        .object,
        "The meaning of scopes on the consent page, by scope and language; a scope without a text is shown by its name."
    )
    package var scopeTexts: [String: [String: String]] = ScopeTexts.standard
    @RealmSetting(.seconds(), "How long a transaction may take from the first attempt to the access that it allows.")
    package var transactionLifetime = 180

    // MARK: Failures and bounds

    // NIST SP 800-63B-4 allows at most 100.
    @RealmSetting(.number(1...100), "How many passwords in a row may be wrong before an account is locked.")
    package var lockoutThreshold = 5
    @RealmSetting(.seconds(), "How long an account is locked.")
    package var lockoutDuration = 900
    @RealmSetting(.number(1...1_000_000), "How many passwords one network address may get wrong in a minute.")
    package var failuresPerAddressAndMinute = 60
    @RealmSetting(.number(1...1_000_000), "How many messages the requests of one network address may have sent in a minute.")
    package var mailsPerAddressAndMinute = 20
    @RealmSetting(
        .number(1...1_000_000),
        """
        How many messages one recipient gets in a minute. A user who has proved who they are has as many to themselves, as has a browser \
        in which the user has signed in before; all strangers together have four times as many.
        """)
    package var mailsPerRecipientAndMinute = 5
    @RealmSetting(.number(1...1_000_000), "How often in a minute one network address may learn whether a user name is taken.")
    package var nameChecksPerAddressAndMinute = 30
    @RealmSetting(
        .number(1...1_000_000),
        """
        How many requests that are kept for a while one network address may make in a minute before any user has signed in: pushed \
        authorization requests, flows, codes, registrations of apps. Of the small rows that a journey leaves it may make a hundred times as many.
        """)
    package var keptRequestsPerAddressAndMinute = 600
    @RealmSetting(
        .number(1024...1_000_000_000),
        """
        How many bytes of such requests one network address may have kept in a minute. The network around it (/24, or /48 of IPv6) may have \
        eight times as many, and a realm sixteen times.
        """)
    package var keptBytesPerAddressAndMinute = 1_048_576
    @RealmSetting(
        .number(1...1_000_000),
        "How many authorization codes one application may have issued for one user in a minute, and how often it may refresh that user's tokens."
    )
    package var tokensPerUserAndMinute = 120
    @RealmSetting(
        .number(1...100_000),
        """
        How many grants of one application and one user there may be, and how many codes that wait to be redeemed; of more the oldest end.
        """)
    package var grantsPerUserAndApplication = 100
    @RealmSetting(
        .seconds(0...315_360_000),
        """
        How long a browser counts as known to a user who has signed in there: messages and requests that it asks for have a budget apart \
        from those of strangers. 0 for no such mark.
        """)
    package var knownBrowserLifetime = 7_776_000
    @RealmSetting(
        .seconds(0...315_360_000), "How old a user's proof may be when they change a password, an address, a name or a factor of their own."
    )
    package var accountFreshness = 900

    // MARK: Passwords and questions

    // NIST SP 800-63B-4 asks for 15 where a password alone signs a user in, allows no fewer than 8, and asks that 64 be taken.
    @RealmSetting(.number(8...1024), "How many characters a new password has at least.")
    package var passwordMinimumLength = 15
    @RealmSetting(.number(8...1024), "How many characters a new password has at most.")
    package var passwordMaximumLength = 128
    @RealmSetting(.number(0...24), "How many of a user's last passwords can't be chosen again.")
    package var passwordHistory = 0
    @RealmSetting(.flag, "Whether a new password ends the user's other sessions, and what was granted in them.")
    package var passwordChangeEndsSessions = true
    @RealmSetting(.object, "Security questions by id, each by language.")
    package var kbaQuestions: [String: [String: String]] = [
        "1": ["en": "What is the name of your first pet?", "de": "Wie hieß Ihr erstes Haustier?"],
        "2": ["en": "Who was your first employer?", "de": "Wer war Ihr erster Arbeitgeber?"],
        "3": ["en": "What was the name of your first school?", "de": "Wie hieß Ihre erste Schule?"],
        "4": ["en": "In which town did your parents meet?", "de": "In welcher Stadt haben Ihre Eltern sich kennengelernt?"],
    ]
    @RealmSetting(.flag, "Whether users may ask questions of their own.")
    package var kbaOwnQuestions = true
    @RealmSetting(.number(0...20), "How many questions a user answers.")
    package var kbaMinimumAnswers = 2
    @RealmSetting(.number(0...20), "How many of a user's questions are asked.")
    package var kbaAnswersToVerify = 2

    @RealmSetting(.seconds(60...3600), "How long a code that was sent to set a new password is good.")
    package var recoveryCodeLifetime = 300

    // MARK: Other origins, apps and hosts

    @RealmSetting(
        .list(.text),
        """
        Origins whose pages may call this realm with credentials (CORS); exact, such as https://app.example.com. The origin null, which pages \
        in a sandbox have too, counts only where a gateway's redirect leads a page's script, and nothing is told there.
        """)
    package var corsOrigins: [String] = []
    @RealmSetting(
        .list(.text), "Header fields that these pages may send besides those of the documented SDKs, such as X-Request-Id.")
    package var corsHeaders: [String] = []
    @RealmSetting(.list(.text), "Header fields that these pages may read of answers besides those of the documented SDKs.")
    package var corsExposedHeaders: [String] = []
    @RealmSetting(
        .list(.text),
        "Hosts that scripts may send HTTP requests to: api.example.com for the ports of http and https, or api.example.com:8443.")
    package var scriptHosts: [String] = []
    @RealmSetting(.texts, "The values that scripts read as systemEnv, such as esv.my.var.")
    package var scriptVariables: [String: String] = [:]
    @RealmSetting(
        .list(.text),
        """
        Hosts of push services that devices may name: push.example.com, push.example.com:8443, or *.example.com for all below it. Those of the \
        browsers, unless set.
        """)
    package var pushHosts = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com",
    ]
    @RealmSetting(
        .list(.text),
        "Apps of Apple's systems that share the passkeys of this server's domain, by team and bundle identifier: ABCDE12345.com.example.app."
    )
    package var appleApps: [String] = []
    @RealmSetting(
        .texts,
        "Apps of Android that share them, by package, with the SHA-256 fingerprint of the certificate that signs the app, in hexadecimal.")
    package var androidApps: [String: String] = [:]
    @RealmSetting(
        .name(of: .application),
        "The native application with whose push credentials Apple's and Google's services are asked to wake authenticator apps; empty for none."
    )
    package var authenticatorApplication = ""
    // docs/protocols/device-protocol.md 7: what is scanned may be another person's screen.
    @RealmSetting(.flag, "Whether an authentication code that asks for no approval is completed by scanning it.")
    package var completesCodesOnScan = false
    @RealmSetting(
        .text, "The time until which installations of the older product may move over, such as 2026-12-31T00:00:00Z; empty for never.")
    package var migrationsUntil = ""

    // MARK: Authenticators that commands reach

    @RealmSetting(.flag, "Whether activation passwords have 16 random characters instead of 8.")
    package var orchestrationLongPasswords = false
    @RealmSetting(.seconds(60...86_400), "How long an activation password is good.")
    package var orchestrationActivationLifetime = 900
    @RealmSetting(
        .number(1...99), "How many PINs in a row may be wrong before an authenticator is locked; of those activated from then on.")
    package var orchestrationPINAttempts = 5
    @RealmSetting(
        .choice(PINPenalty.allCases.map(\.rawValue)),
        "The penalty for the last wrong PIN: the authenticator is locked until it is unlocked, or removed, so that the user activates again."
    )
    package var orchestrationPenalty = PINPenalty.lock
    @RealmSetting(.seconds(5...300), "How long a request to sign in or to sign waits for the user.")
    package var orchestrationRequestLifetime = 60

    // MARK: Risk

    @RealmSetting(
        .list(.text),
        "Words that apps may send with signals as they are, besides the documented ones: of any other text the length is sent.")
    package var signalWords: [String] = []
    @RealmSetting(
        .list(.text),
        "Tags that pages with the browser's script get by CSS selectors, as name=selector: a click on what the selector finds is the tag.")
    package var signalTags: [String] = []
    @RealmSetting(
        .flag, "Whether the hosted pages run the script that collects signals, in journeys that ask for them; it comes from this server.")
    package var signalsOnPages = false
    @RealmSetting(
        .seconds(3600...31_536_000),
        "How long the sum of an SDK instance's signals is kept after its last payload.")
    package var signalsLifetime = 86_400
    @RealmSetting(
        .seconds(86_400...315_360_000),
        "How long evaluations of risk are kept, and known devices, places and counts from when they were last seen.")
    package var riskLifetime = 7_776_000

    // MARK: The realm

    @RealmSetting(
        .choice(EnvironmentType.allCases.map(\.rawValue)), "The use of the realm: real users sign in, or things are tried out.")
    package var environmentType = EnvironmentType.production
    @RealmSetting(
        .choice(AuditPersonalFields.allCases.map(\.rawValue)),
        "How the audit log keeps personal data: network addresses, user names, browsers.")
    package var auditPersonalFields = AuditPersonalFields.kept
    @RealmSetting(.flag, "Whether the audit log has the profiles that devices send, which are personal data.")
    package var auditsDeviceProfiles = false
    @RealmSetting(.object, "The terms that are in force: version, created and texts by language; absent when there are none to accept.")
    package var terms: RealmTerms? = nil
    @RealmSetting(
        .list(.object),
        "The parties with whom users' data are shared if they consent: name, displayName, icon, accessLevel and fields of each.")
    package var consentMappings: [ConsentMapping] = []

    package init() {}
}

extension RealmSettings {
    /// The moment that ``migrationsUntil`` names; nil when it names none.
    package var migrationEnd: Date? { try? Date(migrationsUntil, strategy: .iso8601) }
}
