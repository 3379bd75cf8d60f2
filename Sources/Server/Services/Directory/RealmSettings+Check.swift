import Foundation
import Primitives

extension RealmSettings {
    /// Refuses what can't work.
    /// - Throws: `invalid`, with the reason.
    func check() throws(DomainError) {
        for origin in redirectOrigins where !Self.isOrigin(origin) {
            throw DomainError(.invalid, "redirectOrigins: \(origin.prefix(128)) is no origin, such as https://app.example.com")
        }
        guard consentMappings.count <= Self.mostMappings, Set(consentMappings.map(\.name)).count == consentMappings.count else {
            throw DomainError(.invalid, "consentMappings are at most \(Self.mostMappings), each with a name of its own")
        }
        guard migrationsUntil.isEmpty || migrationEnd != nil else {
            throw DomainError(.invalid, "migrationsUntil: \(migrationsUntil.prefix(64)) is no time, such as 2026-12-31T00:00:00Z")
        }
        for host in pushHosts where !Self.isHost(host) {
            throw DomainError(
                .invalid, "pushHosts: \(host.prefix(128)) is no host, such as push.example.com, push.example.com:8443 or *.example.com")
        }
    }

    private static let mostMappings = 16

    /// A name or an address, perhaps a port; or all below a name.
    private static func isHost(_ text: String) -> Bool {
        let name = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
        guard !name.isEmpty, !name.contains("*"), !name.hasPrefix("."), let parts = URLComponents(string: "https://\(name)") else {
            return false
        }
        return parts.host?.isEmpty == false && parts.user == nil && parts.path.isEmpty && parts.query == nil && parts.fragment == nil
    }

    /// A scheme, a host and perhaps a port, and nothing behind (RFC 6454 §6.2).
    private static func isOrigin(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "https" || parts.scheme == "http",
            let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil
        else { return false }
        return text == "\(parts.scheme ?? "")://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }
}
