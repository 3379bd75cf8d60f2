import Foundation
import Primitives

/// A cookie as the jar keeps it (RFC 6265 §5.3).
struct Cookie: Sendable, Equatable {
    let name: String
    let value: Secret
    /// Lower-case host, or the domain that a `Domain` attribute widened it to.
    let domain: String
    /// Whether only `domain` itself gets it, not the hosts below.
    let isHostOnly: Bool
    let path: String
    let isSecure: Bool
    /// nil for a session cookie, which the jar keeps across starts all the same, as the documented SDKs do.
    let expiry: Date?

    /// Whether two cookies take each other's place.
    func isSame(as other: Cookie) -> Bool { name == other.name && domain == other.domain && path == other.path }

    func isExpired(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Whether it goes with a request to `url` (RFC 6265 §5.4 step 1).
    func matches(_ url: URL) -> Bool {
        guard let host = url.host()?.lowercased() else { return false }
        let hostFits = isHostOnly ? host == domain : Self.domain(domain, covers: host)
        return hostFits && Self.path(path, covers: url.path()) && (!isSecure || Self.isTrustworthy(url))
    }

    /// RFC 6265 §5.1.3.
    static func domain(_ domain: String, covers host: String) -> Bool {
        host == domain || (host.hasSuffix(".\(domain)") && !isAddress(host))
    }

    /// RFC 6265 §5.1.4.
    static func path(_ cookie: String, covers request: String) -> Bool {
        let request = request.isEmpty ? "/" : request
        guard request.hasPrefix(cookie) else { return false }
        return request.count == cookie.count || cookie.hasSuffix("/") || request.dropFirst(cookie.count).first == "/"
    }

    /// TLS, or this very machine: a server under development marks its cookies `Secure` too.
    static func isTrustworthy(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host()?.lowercased())
    }

    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }
}
