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
        try checkPages()
        try checkTogether()
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
        WebHost.isHostWithPort(text.hasPrefix("*.") ? String(text.dropFirst(2)) : text)
    }

    /// Refuses addresses to which no browser goes, and keys that no request can name.
    private func checkPages() throws(DomainError) {
        for (setting, page) in [("resumeURL", resumeURL), ("successURL", successURL)] where !page.isEmpty {
            guard let problem = RegisteredURI.problem(ofPage: page) else { continue }
            throw DomainError(.invalid, "\(setting): \(page.prefix(128)) is no address of a page or an app: \(problem)")
        }
        guard !resumeURL.hasPrefix("/") else {
            throw DomainError(.invalid, "resumeURL: \(resumeURL.prefix(128)) isn't absolute; links in messages are")
        }
        for level in journeysByLevel.keys.sorted() where Int(decimal: level) == nil {
            throw DomainError(.invalid, "journeysByLevel: \(level.prefix(128)) is no level, such as 2")
        }
        for name in journeysByContextClass.keys.sorted() where name.isEmpty || name.contains(" ") {
            throw DomainError(
                .invalid, "journeysByContextClass: acr_values has classes between spaces, and can't name one that is empty or has a space")
        }
        for (id, texts) in kbaQuestions.sorted(by: { $0.key < $1.key }) {
            for language in texts.keys.sorted() where !Self.isLanguage(language) {
                throw DomainError(
                    .invalid,
                    "kbaQuestions: \(language.prefix(64)), of the question \(id.prefix(64)), is no language tag, such as de or de-CH")
            }
        }
    }

    /// Refuses bounds that leave nothing between them.
    private func checkTogether() throws(DomainError) {
        guard passwordMinimumLength <= passwordMaximumLength else {
            throw DomainError(.invalid, "passwordMinimumLength is greater than passwordMaximumLength")
        }
        // Where no answer is demanded, users may have given any number.
        guard kbaMinimumAnswers == 0 || kbaAnswersToVerify <= kbaMinimumAnswers else {
            throw DomainError(.invalid, "kbaAnswersToVerify is greater than kbaMinimumAnswers: more is asked than users have answered")
        }
    }

    /// A language and what narrows it down (RFC 5646 §2.1).
    private static func isLanguage(_ text: String) -> Bool {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy({ isAlphanumeric($0) && $0 > 0x39 }) else {
            return false
        }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
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
