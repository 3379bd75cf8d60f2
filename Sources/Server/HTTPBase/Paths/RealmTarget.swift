import Primitives
package import Foundations

/// The realm that a path names, and the resource in it: the one reading of all forms of `docs/protocols/step-protocol.md` 1.2.
///
/// `/am/json/realms/root/realms/alpha/sessions/` and `/am/json/realms/alpha/sessions` are `sessions` of `/alpha`;
/// `/realms/alpha/login` is `login` of it; `/openidm/managed/alpha_user` is `managed/user` of it.
package struct RealmTarget: Sendable, Equatable {
    package let realm: RealmPath
    private let rest: ArraySlice<Substring>
    /// Whether the path named a realm at all, be it the root.
    package let isExplicit: Bool

    /// nil when the path holds an impossible name of a realm. A query is not part of a path.
    package init?(path: String) { self.init(PathSegments(path)) }

    /// nil when the path holds an impossible name of a realm.
    package init?(_ path: PathSegments) {
        var segments = path.all[...]
        if let first = segments.first, ContextPath.names.contains(first) {
            // AM's pages name a realm right after the context, its APIs after their own name.
            segments = segments.dropFirst(segments.dropFirst().first == "realms" ? 1 : 2)
        }
        if segments.first == ContextPath.managed { segments = Self.withRealmInFront(segments.dropFirst()) }
        rest = Self.afterRealm(segments)
        let pairs = segments[..<rest.startIndex]
        isExplicit = !pairs.isEmpty
        var names = stride(from: pairs.startIndex + 1, to: pairs.endIndex, by: 2).map { String(pairs[$0]) }
        if names.first == "root" { names.removeFirst() }
        guard !path.isTooMany, let realm = RealmPath(components: names) else { return nil }
        self.realm = realm
    }

    /// The resource that follows the realm, by its segments.
    package var resource: [String] { rest.map(String.init) }

    /// Returns the segments that follow the pairs `realms/NAME` with which they begin.
    package static func afterRealm(_ segments: ArraySlice<Substring>) -> ArraySlice<Substring> {
        var rest = segments
        while rest.first == "realms", rest.count >= 2 { rest = rest.dropFirst(2) }
        return rest
    }

    /// A hosted tenant names the realm in the type of a managed object: `managed/alpha_user` is `managed/user` of `alpha`.
    private static func withRealmInFront(_ segments: ArraySlice<Substring>) -> ArraySlice<Substring> {
        guard segments.first == "managed", let type = segments.dropFirst().first, type.hasSuffix("_user") else { return segments }
        return ["realms", type.dropLast("_user".count), "managed", "user"] + segments.dropFirst(2)
    }
}

/// The first segment of AM's paths.
package enum ContextPath {
    /// The name that clients use, and the one that older clients do.
    package static let names: [Substring] = ["am", "openam"]
    /// The one in which this server names itself.
    package static let preferred = "/am"
    /// Returns the beginnings of AM's paths below a segment, one for each form in which they name a realm: pairs `realms/NAME` or nothing,
    /// and the bare name, which stands for `realms/root/realms/NAME` (`docs/protocols/step-protocol.md` 4.7). A resource of the same name
    /// goes before it.
    package static func prefixes(_ segment: String) -> [String] {
        names.flatMap { ["\($0)/\(segment)/{realm?}", "\($0)/\(segment)/:\(bareRealm)"] }
    }

    /// The parameter of a path that names its realm by the bare name.
    package static let bareRealm = "realmName"

    /// The path of managed objects.
    package static let managed: Substring = "openidm"
}
