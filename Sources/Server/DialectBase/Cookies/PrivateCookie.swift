package import Hummingbird

/// A cookie of our own pages: for this host only, unseen by scripts, and sent along when the user comes by a link.
package struct PrivateCookie: Sendable {
    /// The cookie's name. With TLS it has the prefix by which browsers refuse it from any other host (RFC 6265bis §4.1.3.2).
    package let name: String
    private let isSecure: Bool
    /// Seconds.
    private let lifetime: Int

    package init(_ name: String, lifetime: Int, at address: PublicAddress) {
        isSecure = address.isSecure
        self.name = (isSecure ? "__Host-" : "") + name
        self.lifetime = lifetime
    }

    package func value(in request: Request) -> String? {
        request.cookieValue(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    package func carrying(_ value: String) -> Cookie { cookie(value, maxAge: lifetime) }

    package func expired() -> Cookie { cookie("", maxAge: 0) }

    private func cookie(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
