import Hummingbird

/// A cookie of our own pages: for this host only, unseen by scripts, and sent along when the user comes by a link.
struct PrivateCookie: Sendable {
    /// The cookie's name. With TLS it has the prefix by which browsers refuse it from any other host (RFC 6265bis §4.1.3.2).
    let name: String
    private let isSecure: Bool
    /// Seconds.
    private let lifetime: Int

    init(_ name: String, lifetime: Int, at address: PublicAddress) {
        isSecure = address.isSecure
        self.name = (isSecure ? "__Host-" : "") + name
        self.lifetime = lifetime
    }

    func value(in request: Request) -> String? {
        request.cookieValue(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func carrying(_ value: String) -> Cookie { cookie(value, maxAge: lifetime) }

    func expired() -> Cookie { cookie("", maxAge: 0) }

    private func cookie(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
