package import Directory
package import Foundations
import Primitives

/// Lists the objects of a kind.
package struct ListObjects<Object: RealmObject>: ReadingAction {
    package static var declaration: ActionDeclaration {
        ActionDeclaration("\(Object.kind.name).list", .readConfiguration, "List a realm's \(Object.kind.noun)s.")
    }

    package let realm: RealmPath

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

    package let realm: RealmPath
    package let name: String

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

    package let realm: RealmPath
    package let name: String

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
package enum ObjectChange: String, Sendable {
    case add, replace
    case keep = "leave unchanged"
}
