package import Foundations
import Primitives
import ResourceMessages

/// Authorization requests: their lifetimes, the journeys that they may ask for, and the texts of the consent page.
package struct AuthorizationSettings: SettingsSection {
    package var journeysByContextClass: [String: String] = [:]
    package var codeLifetime = 60
    package var pushedRequestLifetime = 60
    package var scopeTexts: [String: [String: String]] = ScopeTexts.standard
    package var developerErrors = false

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            1090, "journeysByContextClass", \.journeysByContextClass, .map(.name(of: .journey), count: nil),
            "The journeys that satisfy authentication context classes (acr_values), by class."),
        // ASVS 5.0 V10.4.3
        Setting(
            2040, "codeLifetime", \.codeLifetime, .seconds(1...600),
            "How long an authorization code may be redeemed, unless the application has a time of its own."),
        // RFC 9126 §2.2
        Setting(2090, "pushedRequestLifetime", \.pushedRequestLifetime, .seconds(), "How long a pushed authorization request may be used."),
        Setting(
            2100, "scopeTexts", \.scopeTexts, .object,
            "The meaning of scopes on the consent page, by scope and language; a scope without a text is shown by its name."),
        Setting(
            2105, "developerErrors", \.developerErrors, .flag,
            "Whether the page about a redirect URI that isn't registered names it and the client; the log does always, and so does the page of a server on a loopback address."
        ),
    ]
}

extension AuthorizationSettings {
    package func check() throws(DomainError) {
        for name in journeysByContextClass.keys.sorted() where name.isEmpty || name.contains(" ") {
            throw DomainError(
                .invalid, "journeysByContextClass: acr_values has classes between spaces, and can't name one that is empty or has a space")
        }
    }
}
