package import Hummingbird

/// A cookie of our own pages: for this host only, unseen by scripts, and sent along when the user comes by a link.
package struct PrivateCookie: Sendable {
    /// The cookie's name. With TLS it has the prefix by which browsers refuse it from any other host (RFC 6265bis §4.1.3.2).
    package let name: String
    private let isSecure: Bool
    /// Seconds.
    private let lifetime: Int

    /// A cookie of a name that lives for a number of seconds; over TLS it is `Secure` and has the prefix `__Host-`.
    package init(_ name: String, lifetime: Int, at address: PublicAddress) {
        isSecure = address.isSecure
        self.name = (isSecure ? "__Host-" : "") + name
        self.lifetime = lifetime
    }

    /// The values that a request has for it. Without the prefix another host of the domain can plant some; the reader looks which one is ours.
    package func values(in request: Request) -> [String] { request.cookieValues(name) }

    /// The cookie with a value, for its whole lifetime.
    package func carrying(_ value: String) -> Cookie { cookie(value, maxAge: lifetime) }

    /// The cookie for some seconds more.
    package func carrying(_ value: String, seconds: Int) -> Cookie { cookie(value, maxAge: seconds) }

    /// The cookie that makes a browser remove it.
    package func expired() -> Cookie { cookie("", maxAge: 0) }

    private func cookie(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
