import HTTPTypes
package import Hummingbird

/// A cookie as it is set, with what the library's type has no member for.
package struct CookieLine: Sendable, CustomStringConvertible {
    /// The cookie without the mark of partitioning.
    package let cookie: Cookie
    /// Whether a browser keeps it for the site that embeds this one alone (CHIPS).
    package let isPartitioned: Bool

    package init(_ cookie: Cookie, isPartitioned: Bool) {
        self.cookie = cookie
        self.isPartitioned = isPartitioned
    }

    /// The value of `Set-Cookie`.
    package var description: String { cookie.description + (isPartitioned ? "; Partitioned" : "") }
}

extension Response {
    /// Sets a cookie.
    package mutating func setCookie(_ line: CookieLine) {
        headers.append(HTTPField(name: .setCookie, value: line.description))
    }
}
