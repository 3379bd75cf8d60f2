import Foundation
import Primitives
package import Foundations

/// The address under which clients reach this server, `https://login.example.com`: scheme, host and port.
///
/// It is configured. A `Host` header says what a client claims, and an issuer or a redirect made from it would be the client's.
package struct PublicAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address as an origin (RFC 6454 §6.2), without a slash at its end.
    package let origin: String

    /// - Throws: `invalid` for anything but an `http` or `https` URL of a host and perhaps a port.
    package init(_ text: String) throws(DomainError) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty,
            scheme == "https" || scheme == "http", parts.path.isEmpty || parts.path == "/", parts.query == nil,
            parts.fragment == nil, parts.user == nil, parts.password == nil
        else {
            throw DomainError(.invalid, "\(text) is no public address; give scheme, host and port, such as https://login.example.com")
        }
        let isDefaultPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        origin = "\(scheme)://\(host.lowercased())" + (isDefaultPort ? "" : ":\(parts.port ?? 0)")
    }

    package var isSecure: Bool { origin.hasPrefix("https:") }

    /// The absolute URL of a path, which begins with a slash.
    package func url(_ path: String) -> String { origin + path }

    package var description: String { origin }
}
