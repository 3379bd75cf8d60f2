import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// The part of a network address that one subscriber has for themselves: what limits are counted by, and what turns are taken by.
///
/// An IPv4 address whole; of an IPv6 address the first 64 bits, since the rest a host chooses as it likes (RFC 4291 §2.5.1, RFC 6177 §2).
/// An IPv4 address that is written as an IPv6 one (RFC 4291 §2.5.5.2) is the IPv4 address.
package struct NetworkPrefix: Hashable, Sendable, CustomStringConvertible {
    /// The prefix as text: `192.0.2.1`, `2001:db8:1:2::/64`.
    package let description: String

    /// The network around it, in which one subscriber of more than one prefix may be: /24, of IPv6 /48; of what is no address the text itself.
    package var network: NetworkPrefix {
        let isIPv6 = description.utf8.contains(UInt8(ascii: ":"))
        let separator = UInt8(ascii: isIPv6 ? ":" : ".")
        let groups = description.utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard groups.count >= 4 else { return self }
        return NetworkPrefix(network: groups.prefix(3).joined(separator: isIPv6 ? ":" : ".") + (isIPv6 ? "::/48" : ".0/24"))
    }

    private init(network description: String) { self.description = description }

    /// The longest text that is kept of what is no address, such as `local`.
    private static let longest = 64

    /// - Parameter address: as a socket has it, perhaps with a zone (RFC 4007 §11). A text that is no address stands for itself.
    package init(of address: String) {
        description = Self.prefix(ofIPv6: address) ?? String(address.prefix(Self.longest))
    }

    private static func prefix(ofIPv6 text: String) -> String? {
        guard text.contains(":"), !text.utf8.contains(0), let bare = text.split(separator: "%", omittingEmptySubsequences: false).first
        else { return nil }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(bare), &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &address) { Array($0) }
        if bytes.prefix(12).elementsEqual(mapped) { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}
