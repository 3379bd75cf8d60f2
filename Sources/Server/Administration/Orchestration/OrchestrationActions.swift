package import Directory
package import Foundation
package import Foundations
import OrchestrationService
package import Primitives
package import ResourceMessages

/// Makes a client an application whose users have authenticators that commands reach, or changes its rules.
package struct EnableOrchestration: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.enable", .changeApplications, "Make a client an application whose users have authenticators, or change its rules.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch("applications/{id}/orchestration"), .told(OrchestrationRules.form.shape) { .object($0) },
            document: .init("rules", \.assignments, .changes(of: OrchestrationRules.form.shape), .required),
            from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// Rules and their new values, which are JSON.
    package var assignments: [Assignment]

    package init(realm: RealmPath, id: String, assignments: [Assignment] = []) {
        self.realm = realm
        self.id = id
        self.assignments = assignments
    }

    package var subject: ActionSubject? { .client(id) }

    /// The rules as they are then.
    package func perform(in realm: Realm, at site: Site) async throws -> JSONObject {
        let applications = site.domain.orchestrations.applications
        var rules = try await applications.ownRules(of: id, in: realm)?.json ?? OrchestrationRules().json
        for assignment in assignments {
            // A text needs no quotation marks.
            rules[assignment.name] = assignment.json
        }
        let changed: OrchestrationRules
        do { changed = try OrchestrationRules(json: .object(rules)) } catch { throw AdministrationError(.invalid, "\(error)") }
        try await applications.set(changed, of: id, in: realm)
        return changed.json
    }
}

/// Lists the keys of customers' servers.
package struct ListOrchestrationKeys: ReadingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.key.list", .readApplications, "List the names of the keys by which customers' servers call.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("orchestration-keys", by: "id", filter: ["client"], bound: "administrators make each"), .several(Key.form),
            from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    /// A key's name, its application, and the time when it was made.
    package struct Key: Reported {
        /// The name of the key.
        package let id: String
        /// The id of the application, its `client_id`.
        package let client: String
        /// The time of creation.
        package let created: Date

        package static let reportName = "OrchestrationKey"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .words, \.id),
                Member(told: "client", .words, \.client),
                Member(told: "created", .moment, \.created),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Key] {
        try await site.domain.orchestrations.customerKeys.all(in: realm).map {
            Key(id: $0.id, client: $0.application, created: $0.created)
        }
    }
}

/// Makes a key for a customer's server.
package struct CreateOrchestrationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.key.create", .administer, "Make a key by which an application's server calls; it is shown once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("orchestration-keys"), IssuedKey.form, from: { Self(realm: $0, id: "") }, .init("client", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package var subject: ActionSubject? { .client(id) }

    /// A key, which is shown only now.
    package struct IssuedKey: Reported {
        /// The tenant that the key's calls name.
        package let tenant: String
        /// The name of the key.
        package let id: String
        /// The secret of the key.
        package let key: Secret

        package static let reportName = "MadeOrchestrationKey"

        package static var members: [Member<Self>] {
            [
                Member(told: "tenant", .words, \.tenant),
                Member(told: "id", .words, \.id),
                Member(told: "key", .shownOnce, \.key),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> IssuedKey {
        let made = try await site.domain.orchestrations.customerKeys.make(for: id, in: realm)
        return IssuedKey(tenant: realm.id.text, id: made.id, key: made.text)
    }
}

/// Removes a key of a customer's server.
package struct RemoveOrchestrationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.key.remove", .administer, "Remove a key; calls with it are refused from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("orchestration-keys/{id}", .hard), .nothing, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The key's name.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard try await site.domain.orchestrations.customerKeys.remove(id, in: realm) else {
            throw AdministrationError(.unknown, "the realm has no such key \(id.prefix(64))")
        }
    }
}
