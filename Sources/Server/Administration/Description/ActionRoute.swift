import Primitives

/// The place of an action in the administration API, below a realm or the server.
package struct ActionRoute: Sendable, Equatable {
    /// The method of a route; its raw value is the method in HTTP.
    package enum Method: String, Sendable, CaseIterable {
        case get, put, post, patch, delete
    }

    /// The part of the server that the path is below.
    package enum Base: Sendable {
        case realm
        case server
    }

    /// The consequences of an action that was a mistake.
    package enum Danger: String, Sendable {
        /// Another action takes it back.
        case reversible
        /// It can't be taken back without others' doing: the caller proves afresh who asks.
        case hard
        /// Nothing brings back what is gone; the same proof.
        case final
    }

    /// The list that an action gives: the member that is unique in it, and those by which it is filtered.
    package struct List: Sendable, Equatable {
        /// The member that is unique in the list, by which it is ordered and paged.
        package let key: String
        /// The members by which the list may be filtered.
        package let filterable: [String]
        /// The reason for which the list stays short enough to be read as a whole; nil for one that is read in parts.
        package let bound: String?
    }

    package let method: Method
    package let base: Base
    /// The path below the base: constants and `{name}` for inputs; `…:verb` at its end for what is done with the resource.
    package let path: String
    /// The extent to which the action can be undone; reversible by default.
    package var danger = Danger.reversible
    /// True for an action that may take long, so that it can be done in the background.
    package private(set) var isLong = false
    /// nil for an action that gives no list.
    package var list: List?

    private init(_ method: Method, _ path: String, _ base: Base) {
        self.method = method
        self.path = path
        self.base = base
    }

    static func get(_ path: String, of base: Base = .realm) -> Self { Self(.get, path, base) }

    /// - Parameters:
    ///   - key: the member that is unique in the list.
    ///   - filterable: the members that a filter may name, besides the key.
    ///   - bound: the reason for which the list stays short; nil for an action that is read in parts, by ``ListInput``.
    static func list(
        _ path: String, by key: String, filter filterable: [String] = [], of base: Base = .realm, bound: String? = nil
    ) -> Self {
        var route = Self(.get, path, base)
        route.list = List(key: key, filterable: [key] + filterable.filter { $0 != key }, bound: bound)
        return route
    }

    static func put(_ path: String) -> Self { Self(.put, path, .realm) }
    static func patch(_ path: String) -> Self { Self(.patch, path, .realm) }

    static func post(_ path: String, _ danger: Danger = .reversible, of base: Base = .realm) -> Self {
        var route = Self(.post, path, base)
        route.danger = danger
        return route
    }

    static func delete(_ path: String, _ danger: Danger = .reversible) -> Self {
        var route = Self(.delete, path, .realm)
        route.danger = danger
        return route
    }

    /// The same for an action that may take long.
    var long: Self {
        var route = self
        route.isLong = true
        return route
    }

    /// The names of the inputs that the path has.
    package var parameters: [String] {
        path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
    }

    /// The path without the verb.
    package var resource: String { verb.map { String(path.dropLast($0.count + 1)) } ?? path }

    /// The word after the colon of the last segment; nil for a route that is the resource itself.
    package var verb: String? {
        guard let colon = path.lastIndex(of: ":") else { return nil }
        return String(path[path.index(after: colon)...])
    }
}
