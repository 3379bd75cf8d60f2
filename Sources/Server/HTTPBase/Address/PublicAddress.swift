import Primitives
package import Foundations
import ResourceMessages

/// The address under which clients reach this server, `https://login.example.com`: scheme, host and port.
///
/// It is configured. A `Host` header says what a client claims, and an issuer or a redirect made from it would be the client's.
package struct PublicAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address as an origin (RFC 6454 §6.2), without a slash at its end.
    package let origin: String

    /// - Throws: `invalid` for anything but an `http` or `https` URL of a host and perhaps a port. The host is as browsers send it, in whichever
    ///   case: without percent escapes, a name beyond ASCII as `xn--…`, an address in its shortest form.
    package init(_ text: String) throws(DomainError) {
        guard let (scheme, authority) = Self.parts(text), let (host, port) = WebHost.parts(authority), WebHost.isHost(host),
            let number = port.map({ WebHost.port($0) }) ?? 0
        else {
            throw DomainError(.invalid, "\(text) is no public address; give scheme, host and port, such as https://login.example.com")
        }
        let isDefaultPort = number == 0 || number == (scheme == "https" ? 443 : 80)
        origin = "\(scheme)://\(String(own: host))" + (isDefaultPort ? "" : ":\(number)")
    }

    /// The scheme and the authority, in lower case.
    private static func parts(_ text: String) -> (scheme: String, authority: ArraySlice<UInt8>)? {
        let bytes = Array(text.asciiLowercased.utf8)
        for scheme in ["https", "http"] where bytes.starts(with: "\(scheme)://".utf8) {
            let rest = bytes.dropFirst(scheme.utf8.count + 3)
            return (scheme, rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest)
        }
        return nil
    }

    /// Whether clients reach the server over TLS.
    package var isSecure: Bool { origin.hasPrefix("https:") }

    /// Whether the address is one of this machine alone.
    package var isLoopback: Bool { OutboundURL.isLoopback(origin) }

    /// The absolute URL of a path, which begins with a slash.
    package func url(_ path: String) -> String { origin + path }

    package var description: String { origin }
}
