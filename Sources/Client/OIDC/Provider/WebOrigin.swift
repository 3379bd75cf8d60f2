import Foundation
import Primitives

/// Scheme, host and port of a URL (RFC 6454 §4): a port that is the scheme's default is the same as none. Names of this very machine are one.
struct WebOrigin: Equatable {
    private static let loopback: Set = ["localhost", "127.0.0.1", "::1", "[::1]"]
    private static let defaultPorts = ["https": 443, "http": 80]

    private let scheme: String
    private let host: String
    private let port: Int?

    /// nil for a URL without a host.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty else { return nil }
        self.scheme = scheme
        self.host = Self.loopback.contains(host) ? "localhost" : host
        port = url.port ?? Self.defaultPorts[scheme]
    }
}
