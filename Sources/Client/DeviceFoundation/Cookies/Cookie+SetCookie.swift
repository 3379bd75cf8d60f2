import Foundation
import Primitives

extension Cookie {
    /// Reads a `Set-Cookie` value received from `url` (RFC 6265 §5.2, §5.3); nil when it must be ignored.
    ///
    /// Without a list of public suffixes, a `Domain` must contain a dot, so that no server sets a cookie for all of `com`.
    init?(setCookie text: String, from url: URL, at now: Date) {
        guard text.utf8.count <= 4096, let host = url.host()?.lowercased() else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let first = parts.first, let equals = first.firstIndex(of: "=") else { return nil }
        let name = Self.trim(first[..<equals])
        guard !name.isEmpty else { return nil }
        let attributes = Self.attributes(parts.dropFirst())

        let domain = attributes["domain"].map { $0.lowercased().trimmingPrefix(".") }.flatMap { $0.isEmpty ? nil : String($0) }
        if let domain, domain != host, !(domain.contains(".") && Self.domain(domain, covers: host)) { return nil }
        let isSecure = attributes["secure"] != nil
        guard !isSecure || Self.isTrustworthy(url) else { return nil }
        self.init(
            name: name, value: Secret(Self.trim(first[first.index(after: equals)...])), domain: domain ?? host,
            isHostOnly: domain == nil, path: Self.path(attributes["path"], for: url), isSecure: isSecure,
            expiry: Self.expiry(attributes, at: now))
    }

    private static func trim(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }

    /// The attributes by lower-case name; the last of a name counts, but for a `Domain` without a value, which is ignored (RFC 6265 §5.2.3).
    private static func attributes(_ parts: some Sequence<Substring>) -> [String: String] {
        parts.reduce(into: [:]) { attributes, part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (trim(pair[0]).lowercased(), pair.count > 1 ? trim(pair[1]) : "")
            if name != "domain" || !value.isEmpty { attributes[name] = value }
        }
    }

    /// The attribute's path, or the directory of the request's (§5.1.4).
    private static func path(_ attribute: String?, for url: URL) -> String {
        if let attribute, attribute.hasPrefix("/") { return attribute }
        let path = url.path()
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// `Max-Age` before `Expires`; nil lasts for the session.
    private static func expiry(_ attributes: [String: String], at now: Date) -> Date? {
        if let age = attributes["max-age"].flatMap({ Int($0) }) {
            return age <= 0 ? .distantPast : now.addingTimeInterval(TimeInterval(age))
        }
        return attributes["expires"].flatMap(CookieDate.init)?.date
    }
}
