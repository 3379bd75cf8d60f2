package import Directory
package import Foundations
package import Primitives

/// Lists the labels of a realm's secrets.
package struct ListRealmSecrets: ReadingAction {
    package static let declaration = ActionDeclaration(
        "realm.secret.list", .readConfiguration, "List the labels of a realm's secrets.")

    package let realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [String] {
        try await site.domain.directory.secrets.labels(in: realm)
    }
}

/// Sets a secret.
package struct SetRealmSecret: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.secret.set", .administer, "Set a secret, which is asked for or read from standard input.")

    package let realm: RealmPath
    package let label: String
    package let secret: Secret

    package init(realm: RealmPath, label: String, secret: Secret) {
        self.realm = realm
        self.label = label
        self.secret = secret
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        try await site.domain.directory.secrets.set(secret, as: label, in: realm)
    }
}

/// Removes a secret.
package struct RemoveRealmSecret: ChangingAction {
    package static let declaration = ActionDeclaration("realm.secret.remove", .administer, "Remove a secret.")

    package let realm: RealmPath
    package let label: String

    package init(realm: RealmPath, label: String) {
        self.realm = realm
        self.label = label
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard try await site.domain.directory.secrets.remove(label, in: realm) else {
            throw AdministrationError(.unknown, "realm \(realm.path) has no secret \(label)")
        }
    }
}
