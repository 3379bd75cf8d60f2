package import Foundation
import Primitives
package import Foundations

/// The settings of a realm. Durations are in seconds.
package struct RealmSettings: Sendable, Equatable, Codable {
    /// The journey that runs when a request names none.
    package var defaultJourney = "Login"
    /// The lifetime of an unfinished journey.
    package var journeyLifetime = 300
    /// The lifetime of a session, and the time that it may lie unused.
    package var sessionLifetime = 7200
    package var sessionIdleTime = 1800
    /// The number of failed passwords in a row after which an account is locked, and the time for which it is. NIST SP 800-63B-4 allows at
    /// most 100.
    package var lockoutThreshold = 5
    package var lockoutDuration = 900
    /// The number of passwords that one address may get wrong in a minute.
    package var failuresPerAddressAndMinute = 60
    /// The place to which a browser goes after a login that names no other.
    package var successURL = "/am/console"
    /// Origins besides this server's to which a login may send the browser; exact, such as `https://app.example.com`.
    package var redirectOrigins: [String] = []
    /// Whether a login may carry the credentials in headers (`docs/protocols/step-protocol.md` 2.8).
    package var zeroPageLogin = false
    /// The journeys that satisfy authentication context classes (`acr_values`).
    package var journeysByContextClass: [String: String] = [:]
    /// Origins whose pages may call this realm with credentials (CORS); exact, such as `https://app.example.com`.
    package var corsOrigins: [String] = []
    /// Header fields that these pages may send, and that they may read of answers, besides those of the documented SDKs: what an app's own
    /// middleware adds, such as `X-Request-Id`.
    package var corsHeaders: [String] = []
    package var corsExposedHeaders: [String] = []
    /// Session properties that the session's owner may read and set.
    package var exposedSessionProperties: [String] = ["AMCtxId"]
    /// Hosts that scripts may send HTTP requests to: `api.example.com` for the ports of http and https, or `api.example.com:8443`.
    package var scriptHosts: [String] = []
    /// Hosts of push services that devices may name: `push.example.com`, `push.example.com:8443`, or `*.example.com` for all below it. Those of
    /// the browsers, unless set.
    package var pushHosts = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com",
    ]
    /// The values that scripts read as `systemEnv`, such as `esv.my.var`.
    package var scriptVariables: [String: String] = [:]
    /// Lifetimes of what the realm issues, unless an application has its own. A code lives a minute at most by ASVS 5.0 V10.4.3.
    package var codeLifetime = 60
    package var accessTokenLifetime = 3600
    package var idTokenLifetime = 3600
    package var refreshTokenLifetime = 604_800
    /// The time that a grant may be refreshed in all, however often (ASVS 5.0 V10.4.8): 90 days.
    package var grantLifetime = 7_776_000
    /// The time that a pushed authorization request may be used (RFC 9126 §2.2).
    package var pushedRequestLifetime = 60
    /// Whether an authentication code that asks for no approval is completed by scanning it. What is scanned may be another person's screen
    /// (`docs/protocols/device-protocol.md` 7).
    package var completesCodesOnScan = false
    /// The time until which installations of the older product may move over, such as `2026-12-31T00:00:00Z`; empty for never.
    package var migrationsUntil = ""
    /// The native application with whose push credentials Apple's and Google's services are asked to wake authenticator apps; empty for none.
    package var authenticatorApplication = ""
    /// The use of the realm: real users sign in, or things are tried out.
    package var environmentType = EnvironmentType.production
    /// The part that the audit log has of what tells about persons: network addresses, user names, browsers.
    package var auditPersonalFields = AuditPersonalFields.kept
    /// Whether the audit log has what devices tell of themselves. It is personal, so that it hasn't by default.
    package var auditsDeviceProfiles = false
    /// The time that a transaction may take from the first attempt to the access that it allows.
    package var transactionLifetime = 180
    /// The journeys that raise a session to a level, where a policy asks for one: by levels, as texts; the least that is enough counts.
    package var journeysByLevel: [String: String] = [:]
    /// The number of characters that a new password has. NIST SP 800-63B-4 asks for 15 where a password alone signs a user in, and allows
    /// no fewer than 8 anywhere; it asks that 64 be taken.
    package var passwordMinimumLength = 15
    package var passwordMaximumLength = 128
    /// The number of a user's last passwords that can't be chosen again, up to 24; none by default, as the same standard has it.
    package var passwordHistory = 0
    /// Whether a new password ends the user's other sessions, and what was granted in them.
    package var passwordChangeEndsSessions = true
    /// Security questions by id, each by language.
    package var kbaQuestions: [String: [String: String]] = [
        "1": ["en": "What is the name of your first pet?", "de": "Wie hieß Ihr erstes Haustier?"],
        "2": ["en": "Who was your first employer?", "de": "Wer war Ihr erster Arbeitgeber?"],
        "3": ["en": "What was the name of your first school?", "de": "Wie hieß Ihre erste Schule?"],
        "4": ["en": "In which town did your parents meet?", "de": "In welcher Stadt haben Ihre Eltern sich kennengelernt?"],
    ]
    /// Whether users may ask questions of their own.
    package var kbaOwnQuestions = true
    /// The number of questions that a user answers, and the number of them that are asked.
    package var kbaMinimumAnswers = 2
    package var kbaAnswersToVerify = 2
    /// The time that a suspended journey waits for its link to be opened.
    package var suspendedLifetime = 300
    /// The target of the links of suspended journeys: an app's or a page's address, to which the parameters are added; empty for the hosted
    /// sign-on page.
    package var resumeURL = ""
    /// The number of messages that requests from one network address may have sent in a minute, and the number of them to one recipient. A
    /// user who has proved who they are has as many to themselves; all strangers together have four times as many for one recipient.
    package var mailsPerAddressAndMinute = 20
    package var mailsPerRecipientAndMinute = 5
    /// The number of times in a minute that one network address may learn whether a user name is taken.
    package var nameChecksPerAddressAndMinute = 30
    /// The number of requests that are kept for a while that one network address may make in a minute, before any user has signed in:
    /// pushed authorization requests, flows, codes, registrations of apps. Of the small rows that a journey leaves it may make a hundred
    /// times as many.
    package var keptRequestsPerAddressAndMinute = 600
    /// The journeys by which people help themselves, which the hosted pages lead to; one that the realm doesn't have, or an empty name, is
    /// not offered.
    package var registrationJourney = "Registration"
    package var forgottenPasswordJourney = "ResetPassword"
    package var forgottenUsernameJourney = "ForgottenUsername"
    package var updatePasswordJourney = "UpdatePassword"
    package var passkeyJourney = "PasskeyRegistration"
    /// Apps that share the passkeys of this server's domain: of Apple's systems by team and bundle identifier, such as
    /// `ABCDE12345.com.example.app`; of Android by package, with the SHA-256 fingerprint of the certificate that signs it, in hexadecimal.
    package var appleApps: [String] = []
    package var androidApps: [String: String] = [:]
    /// Journeys of which a session must have passed one to become a code, or to open the account page; none where any journey will do.
    package var requiredJourneys: [String] = []
    /// The level that a session must have for the same.
    package var requiredLevel = 0
    /// The greatest age of the proof of a user who changes a password, an address, a name or a factor of their own, in seconds.
    package var accountFreshness = 900
    /// The terms that are in force; nil when there are none to accept.
    package var terms: RealmTerms?
    /// The parties with whom users' data are shared if they consent.
    package var consentMappings: [ConsentMapping] = []

    package init() {}
}

extension RealmSettings {
    /// Reads stored settings, taking the default for each that is missing, so that a new setting breaks no old realm.
    package init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
            if let stored = try values.decodeIfPresent(Value.self, forKey: key) { value = stored }
        }
        try read(.defaultJourney, into: &defaultJourney)
        try read(.journeyLifetime, into: &journeyLifetime)
        try read(.sessionLifetime, into: &sessionLifetime)
        try read(.sessionIdleTime, into: &sessionIdleTime)
        try read(.lockoutThreshold, into: &lockoutThreshold)
        try read(.lockoutDuration, into: &lockoutDuration)
        try read(.failuresPerAddressAndMinute, into: &failuresPerAddressAndMinute)
        try read(.successURL, into: &successURL)
        try read(.redirectOrigins, into: &redirectOrigins)
        try read(.zeroPageLogin, into: &zeroPageLogin)
        try read(.journeysByContextClass, into: &journeysByContextClass)
        try read(.corsOrigins, into: &corsOrigins)
        try read(.corsHeaders, into: &corsHeaders)
        try read(.corsExposedHeaders, into: &corsExposedHeaders)
        try read(.exposedSessionProperties, into: &exposedSessionProperties)
        try read(.scriptHosts, into: &scriptHosts)
        try read(.pushHosts, into: &pushHosts)
        try read(.scriptVariables, into: &scriptVariables)
        try read(.codeLifetime, into: &codeLifetime)
        try read(.accessTokenLifetime, into: &accessTokenLifetime)
        try read(.idTokenLifetime, into: &idTokenLifetime)
        try read(.refreshTokenLifetime, into: &refreshTokenLifetime)
        try read(.grantLifetime, into: &grantLifetime)
        try read(.pushedRequestLifetime, into: &pushedRequestLifetime)
        try read(.transactionLifetime, into: &transactionLifetime)
        try read(.completesCodesOnScan, into: &completesCodesOnScan)
        try read(.migrationsUntil, into: &migrationsUntil)
        try read(.authenticatorApplication, into: &authenticatorApplication)
        try read(.environmentType, into: &environmentType)
        try read(.auditPersonalFields, into: &auditPersonalFields)
        try read(.auditsDeviceProfiles, into: &auditsDeviceProfiles)
        try read(.journeysByLevel, into: &journeysByLevel)
        try read(.passwordMinimumLength, into: &passwordMinimumLength)
        try read(.passwordMaximumLength, into: &passwordMaximumLength)
        try read(.passwordHistory, into: &passwordHistory)
        try read(.passwordChangeEndsSessions, into: &passwordChangeEndsSessions)
        try read(.kbaQuestions, into: &kbaQuestions)
        try read(.kbaOwnQuestions, into: &kbaOwnQuestions)
        try read(.kbaMinimumAnswers, into: &kbaMinimumAnswers)
        try read(.kbaAnswersToVerify, into: &kbaAnswersToVerify)
        try read(.consentMappings, into: &consentMappings)
        try read(.suspendedLifetime, into: &suspendedLifetime)
        try read(.resumeURL, into: &resumeURL)
        try read(.mailsPerAddressAndMinute, into: &mailsPerAddressAndMinute)
        try read(.mailsPerRecipientAndMinute, into: &mailsPerRecipientAndMinute)
        try read(.nameChecksPerAddressAndMinute, into: &nameChecksPerAddressAndMinute)
        try read(.keptRequestsPerAddressAndMinute, into: &keptRequestsPerAddressAndMinute)
        try read(.registrationJourney, into: &registrationJourney)
        try read(.forgottenPasswordJourney, into: &forgottenPasswordJourney)
        try read(.forgottenUsernameJourney, into: &forgottenUsernameJourney)
        try read(.updatePasswordJourney, into: &updatePasswordJourney)
        try read(.passkeyJourney, into: &passkeyJourney)
        try read(.appleApps, into: &appleApps)
        try read(.androidApps, into: &androidApps)
        try read(.accountFreshness, into: &accountFreshness)
        try read(.requiredJourneys, into: &requiredJourneys)
        try read(.requiredLevel, into: &requiredLevel)
        terms = try values.decodeIfPresent(RealmTerms.self, forKey: .terms)
    }
}

extension RealmSettings {
    /// The moment that ``migrationsUntil`` names; nil when it names none.
    package var migrationEnd: Date? { try? Date(migrationsUntil, strategy: .iso8601) }
}
