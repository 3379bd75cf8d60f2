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
        return parts.scheme?.lowercased() == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
