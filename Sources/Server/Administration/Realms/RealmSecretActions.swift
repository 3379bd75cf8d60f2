package import Directory
package import Foundations
package import Primitives
import ResourceMessages

/// Lists the labels of a realm's secrets.
package struct ListRealmSecrets: ReadingAction {
    package static let declaration = ActionDeclaration(
        "realm.secret.list", .readConfiguration, "List the labels of a realm's secrets.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("secrets", by: "label", bound: "administrators make each"), .several(.wrapped("SecretLabel", "label", .name)),
            from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [String] {
        try await site.domain.directory.secrets.labels(in: realm)
    }
}

/// Sets a secret.
package struct SetRealmSecret: ChangingAction {
    package static let declaration = ActionDeclaration(
        "realm.secret.set", .administer, "Set a secret, which is asked for or read from standard input.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .put("secrets/{label}"), .nothing, from: { Self(realm: $0, label: "", secret: Secret("")) },
            .init("label", \.label, .name, .required), .init("secret", \.secret, .sent, .requiredWriteOnly))
    }

    package var realm: RealmPath
    /// The secret's label, unique in the realm.
    package var label: String
    package var secret: Secret

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
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("secrets/{label}", .hard), .nothing, from: { Self(realm: $0, label: "") }, .init("label", \.label, .name, .required))
    }

    package var realm: RealmPath
    /// The secret's label, unique in the realm.
    package var label: String

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
