/// The lifetimes of what is issued to an application, in seconds: the application's own, or else its realm's.
package struct TokenLifetimes: Sendable {
    /// The lifetime of access tokens.
    package let accessToken: Int
    /// The lifetime of a refresh token.
    package let refreshToken: Int
    /// The lifetime of ID tokens; the realm's.
    package let idToken: Int
    /// The lifetime of a grant, however often it is refreshed; no shorter than an access token's.
    package let grant: Int
}

extension Realm {
    /// Returns the lifetimes of what the realm issues to an application.
    package func lifetimes(for application: Application) -> TokenLifetimes {
        let settings = settings[TokenSettings.self]
        let access = application.settings.accessTokenLifetime ?? settings.accessTokenLifetime
        return TokenLifetimes(
            accessToken: access, refreshToken: application.settings.refreshTokenLifetime ?? settings.refreshTokenLifetime,
            idToken: settings.idTokenLifetime, grant: max(settings.grantLifetime, access))
    }
}
