import Foundation

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
    }

    private static let mostMappings = 16

    /// A scheme, a host and perhaps a port, and nothing behind (RFC 6454 §6.2).
    private static func isOrigin(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "https" || parts.scheme == "http",
            let host = parts.percentEncodedHost, !host.isEmpty, parts.user == nil
        else { return false }
        return text == "\(parts.scheme ?? "")://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }
}
