import Foundation
import Primitives

/// Scheme, host and port of a push resource.
struct PushOrigin: Sendable, Equatable {
    let host: String
    let port: Int?

    /// The origin of an https URL; nil for another.
    init?(_ endpoint: String) {
        guard let url = URL(string: endpoint), url.scheme == "https", let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        self.host = host
        port = url.port == 443 ? nil : url.port
    }

    /// The origin as RFC 6454 §6.2 writes it.
    var text: String { "https://\(host.contains(":") ? "[\(host)]" : host)" + (port.map { ":\($0)" } ?? "") }

    var isLoopback: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

    /// Whether some hosts have it: `push.example.com` for the usual port, `push.example.com:8443`, or `*.example.com` for all below it.
    func isAllowed(by hosts: [String]) -> Bool {
        hosts.contains { allowed in
            let allowed = allowed.lowercased()
            let name = port.map { "\(host):\($0)" } ?? host
            return allowed.hasPrefix("*.") ? name.hasSuffix(allowed.dropFirst()) && name.count >= allowed.count : name == allowed
        }
    }
}
