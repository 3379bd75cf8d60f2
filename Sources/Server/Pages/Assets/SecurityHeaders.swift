import Primitives

/// The headers that a hosted page is sent with.
package enum SecurityHeaders {
    /// Name and value of each header.
    package typealias Fields = [(name: String, value: String)]

    /// The headers of a page.
    ///
    /// - Parameter redirectURIs: where posting the page's form may lead in the end. Browsers hold the redirects after a form
    ///   against `form-action`, so the application's redirect URIs must be allowed by name.
    /// - Parameter sources: from where a CAPTCHA's script and what it needs may come, as source expressions; else none of its runs.
    /// - Parameter runsOwnScript: whether the page has a script of ours.
    /// - Parameter asksServer: whether that script asks this server something.
    /// - Parameter usesCamera: whether that script uses the camera.
    package static func page(
        leadingTo redirectURIs: [String] = [], scriptsFrom sources: [String] = [], runsOwnScript: Bool = false, asksServer: Bool = false,
        usesCamera: Bool = false
    ) -> Fields {
        let targets = redirectURIs.compactMap(source).reduce(into: ["'self'"]) { if !$0.contains($1) { $0.append($1) } }
        return [
            (
                "Content-Security-Policy",
                "default-src 'none'; \(scripts(sources, runsOwnScript, asksServer))style-src 'self'; img-src 'self'; form-action \(targets.joined(separator: " ")); "
                    + "base-uri 'none'; frame-ancestors 'none'"
            ),
            ("X-Frame-Options", "DENY"),
            ("X-Content-Type-Options", "nosniff"),
            // Not no-referrer: that makes browsers post forms with `Origin: null`, which no check of the origin can accept.
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(\(usesCamera ? "self" : "")), geolocation=(), microphone=()"),
            ("Cache-Control", "no-store"),
        ]
    }

    private static func scripts(_ sources: [String], _ runsOwn: Bool, _ asksServer: Bool) -> String {
        let own = ["'self'"]
        return directive("script-src", (runsOwn ? own : []) + sources) + directive("frame-src", sources)
            + directive("connect-src", (asksServer ? own : []) + sources)
    }

    private static func directive(_ name: String, _ sources: [String]) -> String {
        sources.isEmpty ? "" : "\(name) \(sources.joined(separator: " ")); "
    }

    /// The headers of an ``Asset``, which may be kept for a year under its versioned path.
    package static func asset(_ asset: Asset) -> Fields {
        [
            ("Cache-Control", "public, max-age=31536000, immutable"),
            ("ETag", "\"\(asset.version)\""),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'"),
        ]
    }

    /// The headers of a file of a look.
    /// - Parameter isCurrent: whether its address is that of the present look, under which it may be kept for a year.
    package static func look(isCurrent: Bool) -> Fields {
        [
            ("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }

    /// The source expression (CSP3 §2.3.1) for a redirect URI: its origin when it is a web address, else its scheme. nil when
    /// the text could break out of the header or is no URI.
    private static func source(_ uri: String) -> String? {
        guard let colon = uri.firstIndex(of: ":") else { return nil }
        let scheme = uri[..<colon].lowercased()
        guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            scheme.utf8.allSatisfy(isSchemeCharacter)
        else { return nil }
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let rest = uri[uri.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, authority.utf8.allSatisfy(isAuthorityCharacter) else { return nil }
        return "\(scheme)://\(withAnyLoopbackPort(authority))"
    }

    /// A native app learns its port only when it listens, and any is taken for its registered loopback address (RFC 8252 §7.3).
    private static func withAnyLoopbackPort(_ authority: Substring) -> String {
        authority == "127.0.0.1" || authority.hasPrefix("127.0.0.1:") ? "127.0.0.1:*" : String(authority)
    }

    /// RFC 3986 §3.1, lower case.
    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
    }

    /// Host and port. No user information, which has no business in a redirect URI, and no literal IPv6 address, for which there is
    /// no source expression: browsers ignore one and complain.
    private static func isAuthorityCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
        }
    }
}
