package import Directory
package import Foundations
import Primitives
import ResourceMessages

/// Lists the objects of a kind.
package struct ListObjects<Object: RealmObject>: ReadingAction {
    package static var declaration: ActionDeclaration {
        ActionDeclaration("\(Object.kind.name).list", .readConfiguration, "List a realm's \(Object.kind.nouns).")
    }
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list(Object.kind.path, by: "name", filter: Object.kind.columns, bound: "administrators make each"),
            .told(.list(Object.kind.row)) { .array($0.map { .object($0.row) }) }, from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [RealmObjectReport] {
        try await Object.all(in: realm, of: site.domain).map { $0.report(in: realm) }
    }
}

/// Shows an object.
package struct ShowObject<Object: RealmObject>: ReadingAction {
    package static var declaration: ActionDeclaration {
        ActionDeclaration("\(Object.kind.name).show", .readConfiguration, Object.kind.showing)
    }
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get(Object.kind.path + "/{name}"), .told(.open) { .object($0.json) }, from: { Self(realm: $0, name: "") },
            .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The object's name, unique in the realm among objects of the kind.
    package var name: String

    package init(realm: RealmPath, name: String) {
        self.realm = realm
        self.name = name
    }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmObjectReport {
        try await Object.existing(name, in: realm, of: site.domain).report(in: realm)
    }
}

/// Removes an object.
package struct DeleteObject<Object: RealmObject>: ChangingAction {
    package static var declaration: ActionDeclaration {
        ActionDeclaration("\(Object.kind.name).delete", Object.kind.changing, Object.kind.deleting)
    }
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete(Object.kind.path + "/{name}"), .told(Object.kind.row) { .object($0.row) }, from: { Self(realm: $0, name: "") },
            .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The object's name, unique in the realm among objects of the kind.
    package var name: String

    package init(realm: RealmPath, name: String) {
        self.realm = realm
        self.name = name
    }

    package func perform(in realm: Realm, at site: Site) async throws -> RealmObjectReport {
        let object = try await Object.existing(name, in: realm, of: site.domain)
        try await object.delete(in: realm, of: site.domain)
        return object.report(in: realm)
    }
}

/// The change that storing an object from a file makes.
package enum ObjectChange: String, Sendable, CaseIterable {
    case add, replace
    case keep = "leave unchanged"
}
