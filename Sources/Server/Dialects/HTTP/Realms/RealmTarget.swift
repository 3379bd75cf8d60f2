import Primitives
package import Services

/// Which realm a path names, and what in it: the one reading of all forms of `pingam-protocol.md` 1.2.
///
/// `/am/json/realms/root/realms/alpha/sessions/` and `/am/json/realms/alpha/sessions` are `sessions` of `/alpha`;
/// `/realms/alpha/login` is `login` of it; `/openidm/managed/alpha_user` is `managed/user` of it.
package struct RealmTarget: Sendable, Equatable {
    package let realm: RealmPath
    /// What follows the realm, by its segments.
    package let resource: [String]
    /// Whether the path named a realm at all, be it the root.
    package let isExplicit: Bool

    /// nil when the path holds an impossible name of a realm. A query is not part of a path.
    package init?(path: String) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }[...]
        if let first = segments.first, ContextPath.names.contains(first) { segments = segments.dropFirst(2) }
        if segments.first == ContextPath.managed { segments = Self.withRealmInFront(segments.dropFirst()) }
        var names: [String] = []
        while segments.first == "realms", segments.count >= 2 {
            segments.removeFirst()
            names.append(String(segments.removeFirst()))
        }
        isExplicit = !names.isEmpty
        if names.first == "root" { names.removeFirst() }
        guard let realm = RealmPath(components: names) else { return nil }
        self.realm = realm
        resource = segments.map(String.init)
    }

    /// A hosted tenant names the realm in the type of a managed object: `managed/alpha_user` is `managed/user` of `alpha`.
    private static func withRealmInFront(_ segments: ArraySlice<Substring>) -> ArraySlice<Substring> {
        guard segments.first == "managed", let type = segments.dropFirst().first, type.hasSuffix("_user") else { return segments }
        return ["realms", type.dropLast("_user".count), "managed", "user"] + segments.dropFirst(2)
    }
}

/// The first segment of AM's paths.
enum ContextPath {
    /// What clients use, and what older ones do.
    static let names: [Substring] = ["am", "openam"]
    /// The one in which this server names itself.
    static let preferred = "/am"
    /// That of managed objects.
    static let managed: Substring = "openidm"
}
