import Foundation
import Primitives

/// The addresses to which requests of this server's own may go.
package enum OutboundURL {
    /// Whether requests may go there: encrypted, or without leaving this machine.
    package static func isSafe(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
            parts.fragment == nil
        else { return false }
        if parts.scheme?.lowercased() == "https" { return true }
        return parts.scheme?.lowercased() == "http" && loopback.contains(host)
    }

    /// Whether a URL's host is this machine by its name or address.
    package static func isLoopback(_ text: String) -> Bool { host(of: text).map { loopback.contains($0) } ?? false }

    private static let loopback: Set = ["localhost", "127.0.0.1", "::1", "[::1]"]

    /// The host that a URL names, in small letters; nil for a text that names none.
    package static func host(of text: String) -> String? {
        URLComponents(string: text)?.host.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }
}
