public import Foundation
import Primitives

/// The address of a server and its arrangement: base URL, realm, name of the session cookie, paths.
public struct ServerAddress: Sendable, Equatable {
    /// The deployment's URL, such as `https://login.example.com/am`. It is checked when it is first used.
    public var base: String
    /// The realm, such as `alpha` or `alpha/customers`; `root` by default.
    public var realm: String
    /// The name of the cookie and header that carry the session token; `iPlanetDirectoryPro` by default.
    public var cookieName: String
    /// Paths that differ from the usual ones: relative to the base, or absolute URLs.
    public var paths: [Endpoint: String]
    /// The name that the server gives itself, where that is another host than those of the base, the paths and the discovery document: the
    /// issuer of a custom domain, say. nil where there is no such name.
    public var issuer: String?

    /// Makes an address.
    public init(
        _ base: String, realm: String = "root", cookieName: String = "iPlanetDirectoryPro", paths: [Endpoint: String] = [:],
        issuer: String? = nil
    ) {
        self.base = base
        self.realm = realm
        self.cookieName = cookieName
        self.paths = paths
        self.issuer = issuer
    }

    /// The things a client calls (`docs/protocols/step-protocol.md` 1.1).
    public enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// A thing of this name that a client calls; its path can be replaced.
        case authenticate, sessions, authorize, token, revoke, userInfo, endSession, discovery, jwks, users
    }

    /// The realm as a path: `realms/root/realms/alpha` (`docs/protocols/step-protocol.md` 1.2).
    public var realmPath: String {
        var parts = realm.split(separator: "/").map(String.init)
        if parts.first != "root" { parts.insert("root", at: 0) }
        return parts.map { "realms/\(String(percentEncoding: $0))" }.joined(separator: "/")
    }

    /// The URL of an endpoint; throws ``TransportError/Code/invalidAddress`` when the base or an overriding path makes none.
    public func url(of endpoint: Endpoint) throws(TransportError) -> URL {
        try url(at: paths[endpoint] ?? standardPath(of: endpoint))
    }

    /// The URL of a resource of the realm, such as `users/demo`; throws as ``url(of:)`` does.
    package func url(ofResource path: String) throws(TransportError) -> URL { try url(at: "json/\(realmPath)/\(path)") }

    private func url(at path: String) throws(TransportError) -> URL {
        let text = path.contains("://") ? path : "\(trimmed(base))/\(path.drop { $0 == "/" })"
        guard let url = URL(string: text), url.isWeb else {
            throw TransportError(.invalidAddress, "\"\(text)\" is not an http or https URL; check the server's address")
        }
        return url
    }

    private func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private func standardPath(of endpoint: Endpoint) -> String {
        switch endpoint {
        case .authenticate: "json/\(realmPath)/authenticate"
        case .sessions: "json/\(realmPath)/sessions"
        case .users: "json/\(realmPath)/users"
        case .authorize: "oauth2/\(realmPath)/authorize"
        case .token: "oauth2/\(realmPath)/access_token"
        case .revoke: "oauth2/\(realmPath)/token/revoke"
        case .userInfo: "oauth2/\(realmPath)/userinfo"
        case .endSession: "oauth2/\(realmPath)/connect/endSession"
        case .discovery: "oauth2/\(realmPath)/.well-known/openid-configuration"
        case .jwks: "oauth2/\(realmPath)/connect/jwk_uri"
        }
    }
}
