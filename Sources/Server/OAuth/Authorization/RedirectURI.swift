import Foundation
import Primitives

/// Whether a redirect URI is one that was registered: by exact text, as RFC 9700 §4.1.3 asks, but for the port of a loopback
/// address, which a native app learns only when it listens (RFC 8252 §7.3).
package enum RedirectURI {
    static func isRegistered(_ requested: String, among registered: [String]) -> Bool {
        registered.contains { $0 == requested } || isLoopback(requested, among: registered)
    }

    private static func isLoopback(_ requested: String, among registered: [String]) -> Bool {
        guard let requested = withoutPort(requested) else { return false }
        return registered.contains { withoutPort($0) == requested }
    }

    /// A loopback URI without its port; nil for any other. Only the address literals count: `localhost` may be anything.
    private static func withoutPort(_ uri: String) -> String? {
        for origin in ["http://127.0.0.1", "http://[::1]"] where uri.hasPrefix(origin) {
            var rest = uri.dropFirst(origin.count)
            if rest.first == ":" {
                let digits = rest.utf8.dropFirst().prefix { 0x30...0x39 ~= $0 }
                guard Int(decimal: digits, in: 1...65_535) != nil else { return nil }
                rest = rest[digits.endIndex...]
            }
            // The text behind the port must not be able to change the host, as `127.0.0.1:80@elsewhere` would.
            guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
            return origin + rest
        }
        return nil
    }

    /// The part of a redirect URI by which people know where they go: the host of a web address, with its port, and the scheme of an app.
    package static func shown(_ uri: String) -> String {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme else { return uri }
        guard let host = parts.host, !host.isEmpty, ["http", "https"].contains(where: { $0 == scheme.asciiLowercased }) else {
            return scheme + ":"
        }
        return parts.port.map { "\(host):\($0)" } ?? host
    }

    /// A redirect URI with the parameters of a response (RFC 6749 §4.1.2).
    static func appending(_ query: String, to uri: String) -> String { uri + (uri.contains("?") ? "&" : "?") + query }
}
