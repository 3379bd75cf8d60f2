import Dialects
package import Foundations
package import HTTPBase

/// The settings of the session cookie.
package struct SessionCookieOptions: Sendable {
    /// nil for the standard name.
    package var name: String?
    package var sameSite: SessionCookie.SameSite
    package var security: SessionCookie.Security
    package var isPartitioned: Bool

    init(_ settings: ServerSettings) {
        name = settings.sessionCookie
        sameSite = settings.sessionCookieSameSite
        security = settings.sessionCookieSecure
        isPartitioned = settings.sessionCookiePartitioned
    }

    /// The cookie of a server at an address.
    /// - Throws: `invalid` for one that browsers would refuse.
    package func cookie(at address: PublicAddress) throws(DomainError) -> SessionCookie {
        try SessionCookie(name: name, at: address, security: security, sameSite: sameSite, isPartitioned: isPartitioned)
    }
}
