import Foundation
import Primitives
import Foundations
import ResourceMessages
import RiskSignals

extension RealmSettings {
    /// Refuses what can't work.
    /// - Throws: `invalid`, with the reason.
    func check() throws {
        if let problem = try problem() { throw DomainError(.invalid, problem) }
        for origin in redirectOrigins where BrowserOrigin(origin)?.isWeb != true {
            throw DomainError(.invalid, "redirectOrigins: \(origin.prefix(128)) is \(BrowserOrigin.demand)")
        }
        for origin in corsOrigins where origin != Self.opaqueOrigin && BrowserOrigin(origin) == nil {
            throw DomainError(.invalid, "corsOrigins: \(origin.prefix(128)) is \(BrowserOrigin.demand)")
        }
        try checkApps()
        for (setting, names) in [("corsHeaders", corsHeaders), ("corsExposedHeaders", corsExposedHeaders)] {
            guard names.count <= Self.mostHeaders, names.allSatisfy(Self.isFieldName) else {
                throw DomainError(.invalid, "\(setting) are at most \(Self.mostHeaders) names of header fields, such as X-Request-Id")
            }
        }
        guard consentMappings.count <= Self.mostMappings, Set(consentMappings.map(\.name)).count == consentMappings.count else {
            throw DomainError(.invalid, "consentMappings are at most \(Self.mostMappings), each with a name of its own")
        }
        guard migrationsUntil.isEmpty || migrationEnd != nil else {
            throw DomainError(.invalid, "migrationsUntil: \(migrationsUntil.prefix(64)) is no time, such as 2026-12-31T00:00:00Z")
        }
        guard signalTags.count <= SelectedTag.most else { throw DomainError(.invalid, "signalTags are at most \(SelectedTag.most)") }
        for text in signalTags where SelectedTag(text) == nil {
            throw DomainError(
                .invalid, "signalTags: \(text.prefix(128)) is no tag with a selector, such as placeOrder=#checkout button.buy")
        }
        for host in pushHosts where !Self.isHost(host) {
            throw DomainError(
                .invalid, "pushHosts: \(host.prefix(128)) is no host, such as push.example.com, push.example.com:8443 or *.example.com")
        }
    }

    /// The origin of pages that have none of their own (HTML, *opaque origin*).
    package static let opaqueOrigin = "null"

    private static let mostMappings = 16

    private static let mostHeaders = 64

    /// The name of a header field (RFC 9110 §5.1). `*` is one, but browsers take it for all of them, or with credentials for none.
    private static func isFieldName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text != "*"
            && text.utf8.allSatisfy { "!#$%&'*+-.^_`|~".utf8.contains($0) || isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    /// A name or an address, perhaps a port; or all below a name.
    private static func isHost(_ text: String) -> Bool {
        let name = text.hasPrefix("*.") ? String(text.dropFirst(2)) : text
        guard !name.isEmpty, !name.contains("*"), !name.hasPrefix("."), let parts = URLComponents(string: "https://\(name)") else {
            return false
        }
        return parts.host?.isEmpty == false && parts.user == nil && parts.path.isEmpty && parts.query == nil && parts.fragment == nil
    }

    /// Refuses names of apps and hosts that no app and no request can have.
    private func checkApps() throws(DomainError) {
        for (name, fingerprint) in androidApps.sorted(by: { $0.key < $1.key }) {
            guard AppCertificate.isPackage(name) else {
                throw DomainError(.invalid, "androidApps: \(name.prefix(128)) is no package, such as com.example.app")
            }
            guard AppCertificate.fingerprint(fingerprint) != nil else {
                throw DomainError(
                    .invalid,
                    "androidApps: what stands for \(name) is no SHA-256 fingerprint: 32 bytes in hexadecimal, with or without colons between them"
                )
            }
        }
        for app in appleApps where !AppCertificate.isAppleApp(app) {
            throw DomainError(
                .invalid, "appleApps: \(app.prefix(128)) is no team with a bundle identifier, such as ABCDE12345.com.example.app")
        }
        for host in scriptHosts where host.hasPrefix("*") || !Self.isHost(host) {
            throw DomainError(.invalid, "scriptHosts: \(host.prefix(128)) is no host, such as api.example.com or api.example.com:8443")
        }
    }
}
