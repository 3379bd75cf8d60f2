import HTTPTypes
package import Hummingbird
package import Primitives
package import Services

/// How session tokens travel: in a cookie, or in a request header of the same name (checklist 15).
package struct SessionCookie: Sendable {
    package let name: String
    /// Whether scripts of a page are kept from reading it. Apps don't need to: the token is in the success body.
    package let isHTTPOnly: Bool
    package let sameSite: SameSite
    let field: HTTPField.Name

    package enum SameSite: String, Sendable, CaseIterable { case lax, strict, none }

    /// The documented name, hidden from scripts, `SameSite=Lax`.
    package init() {
        name = "iPlanetDirectoryPro"
        isHTTPOnly = true
        sameSite = .lax
        field = .known("iPlanetDirectoryPro")
    }

    /// - Throws: `invalid` for a name that is no token in the sense of RFC 6265 §4.1.1.
    package init(name: String, isHTTPOnly: Bool = true, sameSite: SameSite = .lax) throws(DomainError) {
        guard let field = HTTPField.Name(name), !name.isEmpty else {
            throw DomainError(.invalid, "\(name) is no name for a cookie: letters, digits, - and _")
        }
        self.name = name
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.field = field
    }

    /// The token that a request presents, in the header or in the cookie; nil when there is none.
    package func token(of request: Request) -> Secret? {
        let value = request.headers[field] ?? request.cookieValue(name)
        guard let value, !value.isEmpty, value.utf8.count <= Self.longest else { return nil }
        return Secret(value)
    }

    /// No token of ours is nearly as long; a longer text isn't worth a hash.
    private static let longest = 4096

    /// The cookie that gives a token to a browser.
    package func carrying(_ token: Secret, at address: PublicAddress) -> Cookie {
        cookie(value: token.reveal(), maxAge: nil, at: address)
    }

    /// The cookie that takes it away again.
    package func expired(at address: PublicAddress) -> Cookie { cookie(value: "", maxAge: 0, at: address) }

    private func cookie(value: String, maxAge: Int?, at address: PublicAddress) -> Cookie {
        let site = effectiveSameSite(at: address)
        return if let maxAge {
            Cookie(
                name: name, value: value, maxAge: maxAge, path: "/", secure: address.isSecure, httpOnly: isHTTPOnly, sameSite: site)
        } else {
            Cookie(name: name, value: value, path: "/", secure: address.isSecure, httpOnly: isHTTPOnly, sameSite: site)
        }
    }

    /// Browsers drop `SameSite=None` from a cookie that isn't `Secure`, so without TLS it is `Lax`.
    func effectiveSameSite(at address: PublicAddress) -> Cookie.SameSite {
        switch sameSite {
        case .strict: .strict
        case .none where address.isSecure: .none
        case .lax, .none: .lax
        }
    }
}

extension Request {
    /// The value of the first cookie of a name.
    package func cookieValue(_ name: String) -> String? {
        guard headers.contains(.cookie) else { return nil }
        return cookies[name]?.value
    }
}
