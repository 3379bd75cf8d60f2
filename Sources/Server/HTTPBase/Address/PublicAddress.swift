import Primitives
package import Foundations

/// The address under which clients reach this server, `https://login.example.com`: scheme, host and port.
///
/// It is configured. A `Host` header says what a client claims, and an issuer or a redirect made from it would be the client's.
package struct PublicAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address as an origin (RFC 6454 §6.2), without a slash at its end.
    package let origin: String

    /// - Throws: `invalid` for anything but an `http` or `https` URL of a host and perhaps a port. The host is as browsers send it: without
    ///   percent escapes, a name beyond ASCII as `xn--…`.
    package init(_ text: String) throws(DomainError) {
        guard let (scheme, authority) = Self.parts(text), let host = Self.host(authority), let port = Self.port(authority, after: host)
        else {
            throw DomainError(.invalid, "\(text) is no public address; give scheme, host and port, such as https://login.example.com")
        }
        let isDefaultPort = port == 0 || port == (scheme == "https" ? 443 : 80)
        origin = "\(scheme)://\(host.lowercased())" + (isDefaultPort ? "" : ":\(port)")
    }

    private static func parts(_ text: String) -> (scheme: String, authority: Substring)? {
        for scheme in ["https", "http"] where text.prefix(scheme.utf8.count + 3).lowercased() == scheme + "://" {
            let rest = text.dropFirst(scheme.utf8.count + 3)
            return (scheme, rest.hasSuffix("/") ? rest.dropLast() : rest)
        }
        return nil
    }

    /// A name, or an IPv6 address in brackets (RFC 3986 §3.2.2).
    private static func host(_ authority: Substring) -> Substring? {
        guard authority.utf8.first == UInt8(ascii: "[") else {
            let name = authority.prefix { $0 != ":" }
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let isName = name.utf8.count <= 253 && labels.allSatisfy { (1...63).contains($0.utf8.count) && $0.utf8.allSatisfy(isOfName) }
            return isName ? name : nil
        }
        guard let end = authority.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let address = authority[..<end].dropFirst()
        return address.contains(":") && AddressRange.isAddress(String(address)) ? authority[...end] : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The port behind a host; 0 without one, nil for one that is none.
    private static func port(_ authority: Substring, after host: Substring) -> Int? {
        let rest = authority[host.endIndex...]
        guard let colon = rest.utf8.first else { return 0 }
        return colon == UInt8(ascii: ":") ? Int(decimal: rest.utf8.dropFirst(), in: 1...65_535) : nil
    }

    package var isSecure: Bool { origin.hasPrefix("https:") }

    /// The absolute URL of a path, which begins with a slash.
    package func url(_ path: String) -> String { origin + path }

    package var description: String { origin }
}
