package import Foundations
import Primitives
import ResourceMessages

/// The lifetimes of tokens where an application has none of its own.
package struct TokenSettings: SettingsSection {
    package var accessTokenLifetime = 3600
    package var idTokenLifetime = 3600
    package var refreshTokenLifetime = 604_800
    package var grantLifetime = 7_776_000

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            2050, "accessTokenLifetime", \.accessTokenLifetime, .seconds(),
            "How long an access token is good, unless the application has a time of its own."),
        Setting(
            2060, "idTokenLifetime", \.idTokenLifetime, .seconds(),
            "How long an ID token is good, unless the application has a time of its own."),
        Setting(
            2070, "refreshTokenLifetime", \.refreshTokenLifetime, .seconds(),
            "How long a refresh token is good, unless the application has a time of its own."),
        // ASVS 5.0 V10.4.8: 90 days
        Setting(2080, "grantLifetime", \.grantLifetime, .seconds(), "How long a grant may be refreshed in all, however often."),
    ]
}
