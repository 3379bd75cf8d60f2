package import Directory
package import Foundations
import Primitives
package import ResourceMessages

/// Lists the realms.
package struct ListRealms: ReadingAction {
    package static let declaration = ActionDeclaration("realm.list", .readConfiguration, "List the realms.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("realms", by: "path", filter: ["defaultJourney"], of: .server), .several(RealmReport.summaryForm), from: { _ in Self() },
            .after(\.after), .limit(\.limit))
    }

    /// The path after which the list begins.
    package var after = ""
    /// The greatest number of entries to return.
    package var limit = Int.max

    package init() {}

    package var realm: RealmPath { .root }
    package var isServerWide: Bool { true }

    package func perform(in realm: Realm, at site: Site) async throws -> [RealmReport] {
        try await site.domain.directory.realms.all(after: after, limit: limit).map(RealmReport.init)
    }
}

/// Shows a realm's settings.
package struct ShowRealm: ReadingAction {
    package static let declaration = ActionDeclaration(
        "realm.show", .readConfiguration, "Show a realm's settings; durations are in seconds.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.get(""), RealmReport.form, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmReport { RealmReport(realm) }
}

/// Makes a realm. The permission is needed in the realm above it.
package struct CreateRealm: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.create", .administer, "Make a realm. It has the standard journeys and no users yet.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.post("realms"), RealmReport.summaryForm, from: { Self(path: $0) }, .init("name", \.name, .realmName, .required))
    }

    package var path: RealmPath

    package init(path: RealmPath) { self.path = path }

    /// The last name of the path; before one is set, the path is that of the realm above.
    fileprivate var name: String {
        get { path.lastName }
        set { path = path.beneath(newValue) }
    }

    package var realm: RealmPath { path.parent }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmReport {
        let made = try await site.domain.directory.realms.create(path)
        try await RealmBeginning(directory: site.domain.directory, signIn: site.domain.signIn).make(in: made)
        return RealmReport(made)
    }
}

/// Changes a realm's settings.
package struct SetRealm: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.set", .administer, "Change a realm's settings; a running server follows within a second.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch(""), RealmReport.form,
            document: .init("settings", \.assignments, .changes(of: .object(RealmReport.settings)), .required),
            from: { Self(realm: $0, assignments: []) })
    }

    package var realm: RealmPath
    /// The new values, each by the name of what it changes.
    package var assignments: [Assignment]

    package init(realm: RealmPath, assignments: [Assignment]) {
        self.realm = realm
        self.assignments = assignments
    }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmReport {
        var realm = realm
        realm.settings = try SettingsEditor(realm: realm.settings).assigning(assignments, of: RealmReport.settings)
        try await site.domain.directory.realms.update(realm)
        return RealmReport(realm)
    }
}

/// Removes a realm with everything in it. The permission is needed in the realm above it.
package struct RemoveRealm: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.remove", .administer, "Remove a realm with its users, applications, journeys, keys and all else that is kept in it.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.delete("", .final).long, Removed.form, from: { Self(path: $0) })
    }

    package var path: RealmPath

    package init(path: RealmPath) { self.path = path }

    package var realm: RealmPath { path.parent }
    package var place: RealmPath { path }

    /// A realm that is gone, with what went with it.
    package struct Removed: Reported {
        package let realm: RealmReport
        package let contents: RealmContents

        package static let reportName = "RemovedRealm"

        package static var members: [Member<Self>] {
            [
                Member(told: "realm", RealmReport.summaryForm, \.realm),
                Member(told: "tables", .told(RealmContents.shape, \.tables), \.contents),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Removed {
        let removed = try await site.domain.directory.realms.realm(at: path)
        let contents = try await RealmContents(of: removed, at: site)
        try await site.domain.directory.realms.remove(removed)
        return Removed(realm: RealmReport(removed), contents: contents)
    }
}

/// Counts what goes with a realm.
package struct CountRealmContents: ReadingAction {
    package static let declaration = ActionDeclaration("realm.contents", .readConfiguration, "Count what goes with a realm.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("contents"), .wrapped("RealmContents", "tables", .told(RealmContents.shape, \.tables)), from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmContents { try await RealmContents(of: realm, at: site) }
}

/// The rows of a realm by table, without tables that have none.
package struct RealmContents: Sendable {
    /// The tables that have rows of the realm, with their numbers.
    package let rows: [(table: String, rows: Int64)]

    init(of realm: Realm, at site: Site) async throws { rows = try await site.domain.directory.realms.contents(of: realm) }

    /// An object for each table.
    var tables: JSONValue { .array(rows.map { ["table": .string($0.table), "rows": .integer($0.rows)] }) }

    static let shape: Shape = .list(
        .object(
            ObjectShape(
                name: "RowCount",
                members: [
                    .init(name: "table", shape: .text, presence: .readOnly), .init(name: "rows", shape: .integer(), presence: .readOnly),
                ])))

    /// The number of the realm's users.
    package var users: Int64 { count("users") }
    /// The number of the realm's applications.
    package var applications: Int64 { count("applications") }

    private func count(_ table: String) -> Int64 { rows.first { $0.table == table }?.rows ?? 0 }
}

extension Form where Value == String {
    /// A name of a realm.
    fileprivate static var realmName: Form {
        .text(1...64, pattern: "^[A-Za-z0-9_.-]+$") { RealmPath(components: [$0]) != nil && !$0.isEmpty }
    }
}
