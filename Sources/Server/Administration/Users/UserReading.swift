package import Directory
package import Foundations
package import Primitives
import ResourceMessages

/// Lists users by name.
package struct ListUsers: ReadingAction {
    package static let declaration = ActionDeclaration("user.list", .readIdentities, "List users by name.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("users", by: "username", filter: ["id", "status", "administrator"]), .several(UserReport.form),
            from: { Self(realm: $0, limit: .max) },
            .after(\.after), .limit(\.limit))
    }

    package var realm: RealmPath
    /// The name after which the list begins.
    package var after: String
    /// The greatest number of entries to return.
    package var limit: Int

    package init(realm: RealmPath, after: String = "", limit: Int = 100) {
        self.realm = realm
        self.after = after
        self.limit = limit
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [UserReport] {
        let schema = try await site.domain.directory.accounts.schema(of: realm)
        let users = try await site.domain.directory.users.list(in: realm.id, after: after, limit: limit)
        return users.map { UserReport($0, in: realm, at: site.domain.platform.time.now, by: schema) }
    }
}

/// Finds users by a query filter.
package struct FindUsers: ReadingAction {
    package static let declaration = ActionDeclaration("user.query", .readIdentities, "Find users by a query filter.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("users:query", by: "username", filter: ["id", "status", "administrator"]), .several(UserReport.form),
            from: { Self(realm: $0, filter: "true", limit: .max) }, .init("where", \.filter, .text(1...4096), .required),
            .init("sort", \.sort, .list(.name, count: 0...8)), .after(\.after), .passed(\.passed), .limit(\.limit))
    }
    /// The most users that a query gives.
    package static var most: Int { UserQuery.mostUsers }

    package var realm: RealmPath
    /// A query filter over the attributes of users, such as `mail co "@example.com"`.
    package var filter: String
    /// Attributes to sort by; descending with a minus before the name.
    package var sort: [String]
    /// The name after which the list begins, where it is sorted by names.
    package var after = ""
    /// The number of users before the list's beginning, where it is sorted otherwise.
    package var passed = 0
    /// The greatest number of entries to return.
    package var limit: Int

    package init(realm: RealmPath, filter: String, sort: [String] = [], limit: Int = 100) {
        self.realm = realm
        self.filter = filter
        self.sort = sort
        self.limit = limit
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [UserReport] {
        let schema = try await site.domain.directory.accounts.schema(of: realm)
        var query = UserQuery(try QueryFilter(parsing: filter), limit: limit)
        query.order = try sort.map(Self.key)
        query.start = query.order.isEmpty ? .after(after) : .offset(passed)
        return try await site.domain.directory.accounts.users(query, in: realm).map {
            UserReport($0, in: realm, at: site.domain.platform.time.now, by: schema)
        }
    }

    private static func key(_ text: String) throws -> UserQuery.SortKey {
        let isDescending = text.hasPrefix("-")
        guard let field = FieldPath(isDescending ? text.dropFirst() : text[...]) else {
            throw AdministrationError(.invalid, "\(text) is no attribute")
        }
        return UserQuery.SortKey(field, isDescending: isDescending)
    }
}

/// Counts the users that a query filter finds.
package struct CountUsers: ReadingAction {
    package static let declaration = ActionDeclaration("user.count", .readIdentities, "Count the users that a query filter finds.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("users:count"), .wrapped("Count", "count", .whole), from: { Self(realm: $0, filter: "true") },
            .init("where", \.filter, .text(1...4096)))
    }

    package var realm: RealmPath
    /// A query filter over the attributes of users, such as `mail co "@example.com"`.
    package var filter: String

    package init(realm: RealmPath, filter: String) {
        self.realm = realm
        self.filter = filter
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Int {
        try await site.domain.directory.accounts.count(try QueryFilter(parsing: filter), in: realm)
    }
}

/// Shows a user.
package struct ShowUser: ReadingAction {
    package static let declaration = ActionDeclaration("user.show", .readIdentities, "Show a user.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("users/{username}"), UserReport.form, from: { Self(realm: $0, username: "") },
            .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        try await site.domain.report(on: username, in: realm)
    }
}

/// Gives attributes of a user.
package struct GetUserAttributes: ReadingAction {
    package static let declaration = ActionDeclaration("user.get", .readIdentities, "Print attributes of a user.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("users/{username}/attributes"), .told(.open) { .object($0) }, from: { Self(realm: $0, username: "") },
            .init("username", \.username, .name, .required), .init("names", \.names, .list(.name, count: 0...256)))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The attributes; all that aren't sensitive when none is named.
    package var names: [String]

    package init(realm: RealmPath, username: String, names: [String] = []) {
        self.realm = realm
        self.username = username
        self.names = names
    }

    package func perform(in realm: Realm, at site: Site) async throws -> JSONObject {
        let schema = try await site.domain.directory.accounts.schema(of: realm)
        let user = try await site.domain.existingUser(username, in: realm)
        let wanted = names.isEmpty ? schema.attributes : try names.map { try schema.attribute(named: $0) }
        if let secret = wanted.first(where: \.isSensitive), !names.isEmpty {
            throw AdministrationError(.notPermitted, "\(secret.name) is sensitive; it is never shown")
        }
        let profile = AccountDocument.visible(user, by: schema)
        var shown = JSONObject()
        for attribute in wanted { if let value = profile[attribute.path] { shown[attribute.name] = value } }
        return shown
    }
}
