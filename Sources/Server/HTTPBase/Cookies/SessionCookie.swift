package import HTTPTypes
package import Hummingbird
package import Primitives
package import Foundations

/// The carrier of session tokens: a cookie, or in a request header of the same name (`docs/protocols/step-protocol.md` 0, rule 15).
///
/// Unless it is named otherwise, the cookie has the documented name, with `__Host-` before it where it is `Secure`: browsers then take it from
/// this very host alone, so that no other host of the domain can put a session of its own in its place (RFC 6265bis §4.1.3.2). Apps that send
/// the header needn't know: it is taken by the documented name, too (docs/decisions/0050-session-cookie.md).
package struct SessionCookie: Sendable {
    /// The cookie's name, and that of the header that may carry the token in its place.
    package let name: String
    /// Whether scripts of a page are kept from reading it. Apps don't need to: the token is in the success body.
    package let isHTTPOnly: Bool
    /// Whether browsers send it over TLS only.
    package let isSecure: Bool
    /// The configured `SameSite`; see ``effectiveSameSite`` for the one that is sent.
    package let sameSite: SameSite
    /// Whether a browser keeps a cookie for each site that embeds this one, instead of one for all (CHIPS).
    package let isPartitioned: Bool
    /// The headers that carry the token, by falling precedence.
    let fields: [HTTPField.Name]
    /// The header named like the cookie.
    package var field: HTTPField.Name { fields[0] }

    /// The value of `SameSite` (RFC 6265bis §4.1.2.7) by its name in settings.
    package enum SameSite: String, Sendable, CaseIterable { case lax, strict, none }

    /// The condition for the cookie to be `Secure`.
    package enum Security: String, Sendable, CaseIterable {
        /// Exactly when the server's address is one of `https`.
        case automatic = "auto"
        /// Always: browsers take it from `http://localhost`, too, and from no other address without TLS.
        case always
    }

    /// The name that the documented SDKs take unless they are told another.
    package static let documentedName = "iPlanetDirectoryPro"
    private static let hostPrefix = "__Host-"

    /// - Parameter name: nil for the documented one, with the prefix where that is possible.
    /// - Throws: `invalid` for a name that is no token in the sense of RFC 6265 §4.1.1, and for what browsers would refuse: a prefix that says
    ///   `Secure`, or `Partitioned`, of a cookie that isn't.
    package init(
        name: String? = nil, at address: PublicAddress, isHTTPOnly: Bool = true, security: Security = .automatic, sameSite: SameSite = .lax,
        isPartitioned: Bool = false
    ) throws(DomainError) {
        isSecure = address.isSecure || security == .always
        let name = name ?? (isSecure ? Self.hostPrefix : "") + Self.documentedName
        guard !name.isEmpty, let field = HTTPField.Name(name) else {
            throw DomainError(.invalid, "\(name) is no name for a cookie: letters, digits, - and _")
        }
        guard isSecure || !isPartitioned && !Self.promisesSecurity(name) else {
            throw DomainError(.invalid, "browsers refuse the session cookie: without TLS it has no such prefix, and isn't partitioned")
        }
        self.name = name
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.isPartitioned = isPartitioned
        let bare = name.hasPrefix(Self.hostPrefix) ? HTTPField.Name(String(name.dropFirst(Self.hostPrefix.count))) : nil
        fields = [field] + [bare].compactMap(\.self)
    }

    /// RFC 6265bis §4.1.3: browsers compare the prefixes without case.
    private static func promisesSecurity(_ name: String) -> Bool {
        ["__host-", "__secure-", "__http-", "__host-http-"].contains { name.lowercased().hasPrefix($0) }
    }

    /// The tokens that a request presents: the one in the header, or those of the cookies of the name, of which the one counts whose session
    /// lives (``RequestReader/sessionToken(of:in:)``).
    package func tokens(of request: Request) -> [Secret] {
        let values = fields.lazy.compactMap { request.headers[$0] }.first.map { [$0] } ?? request.cookieValues(name)
        return Self.tokens(values)
    }

    /// All tokens that a request presents, in headers and cookies, whichever counts: a log-out ends the sessions of all of them, or a cookie that
    /// another host of the domain has planted would keep the user's own alive.
    package func everyToken(of request: Request) -> [Secret] {
        Self.tokens(fields.compactMap { request.headers[$0] }) + cookieTokens(of: request)
    }

    /// All tokens in the cookies of the name, also where a header counts.
    package func cookieTokens(of request: Request) -> [Secret] { Self.tokens(request.cookieValues(name)) }

    private static func tokens(_ values: [String]) -> [Secret] {
        values.filter { !$0.isEmpty && $0.utf8.count <= longest }.map { Secret($0) }
    }

    /// No token of ours is nearly as long; a longer text isn't worth a hash.
    private static let longest = 4096

    /// The `Set-Cookie` line that gives a token to a browser. Dialects write it with the browser's state: ``Response/setSession(_:by:)``.
    package func carrying(_ token: Secret) -> CookieLine { line(value: token.reveal(), maxAge: nil) }

    /// The line that takes it away again.
    package func expired() -> CookieLine { line(value: "", maxAge: 0) }

    private func line(value: String, maxAge: Int?) -> CookieLine {
        let cookie =
            if let maxAge {
                Cookie(
                    name: name, value: value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: isHTTPOnly, sameSite: effectiveSameSite
                )
            } else {
                Cookie(name: name, value: value, path: "/", secure: isSecure, httpOnly: isHTTPOnly, sameSite: effectiveSameSite)
            }
        return CookieLine(cookie, isPartitioned: isPartitioned)
    }

    /// Browsers drop `SameSite=None` from a cookie that isn't `Secure`, so without it it is `Lax`.
    package var effectiveSameSite: Cookie.SameSite {
        switch sameSite {
        case .strict: .strict
        case .none where isSecure: .none
        case .lax, .none: .lax
        }
    }
}
