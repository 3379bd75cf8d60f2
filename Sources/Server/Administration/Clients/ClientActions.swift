package import Directory
package import Foundations
import Primitives
import ResourceMessages

/// Lists the clients of a realm.
package struct ListClients: ReadingAction {
    package static let declaration = ActionDeclaration("client.list", .readApplications, "List the clients of a realm.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("applications", by: "id", filter: ["type", "name", "isEnabled"]), .several(ClientReport.form), from: { Self(realm: $0) },
            .after(\.after), .limit(\.limit))
    }

    package var realm: RealmPath
    /// The id after which the list begins.
    package var after = ""
    /// The greatest number of entries to return.
    package var limit = Int.max

    package init(realm: RealmPath) { self.realm = realm }

    package func perform(in realm: Realm, at site: Site) async throws -> [ClientReport] {
        try await site.domain.directory.applications.all(in: realm.id, after: after, limit: limit).map { try ClientReport($0) }
    }
}

/// Shows a client's settings.
package struct ShowClient: ReadingAction {
    package static let declaration = ActionDeclaration(
        "client.show", .readApplications, "Show a client's settings; durations are in seconds.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("applications/{id}"), ClientReport.form, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The `client_id`, unique in the realm.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws -> ClientReport {
        try ClientReport(try await site.domain.existingClient(id, in: realm), issuer: site.means.issuer(realm.path))
    }
}

/// Changes a client's settings.
package struct SetClient: ChangingAction {
    package static let declaration = ActionDeclaration(
        "client.set", .changeApplications, "Change a client's settings; a running server follows within a second.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch("applications/{id}"), ClientReport.form,
            document: .init("settings", \.assignments, .changes(of: .object(ClientReport.settings)), .required),
            from: { Self(realm: $0, id: "", assignments: []) }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The `client_id`, unique in the realm.
    package var id: String
    /// The new values, each by the name of what it changes.
    package var assignments: [Assignment]

    package init(realm: RealmPath, id: String, assignments: [Assignment]) {
        self.realm = realm
        self.id = id
        self.assignments = assignments
    }

    package var subject: ActionSubject? { .client(id) }

    package func perform(in realm: Realm, at site: Site) async throws -> ClientReport {
        var client = try await site.domain.existingClient(id, in: realm)
        client.settings = try client.editor().assigning(assignments, of: ClientReport.settings)
        try await site.domain.directory.applications.update(client)
        return try ClientReport(client, issuer: site.means.issuer(realm.path))
    }
}

/// Gives a confidential client a new secret.
package struct RotateClientSecret: ChangingAction {
    package static let declaration = ActionDeclaration(
        "client.rotate-secret", .changeApplications, "Give a confidential client a new secret; the old one is worthless at once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{id}:rotate-secret", .hard), ClientReport.form, from: { Self(realm: $0, id: "") },
            .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The `client_id`, unique in the realm.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package var subject: ActionSubject? { .client(id) }

    package func perform(in realm: Realm, at site: Site) async throws -> ClientReport {
        var client = try await site.domain.existingClient(id, in: realm)
        guard !client.isPublic else { throw AdministrationError(.conflict, "\(id) is a public client and has no secret") }
        let secret = Secret(site.domain.platform.random.token())
        client.secret = secret
        try await site.domain.directory.applications.update(client)
        return try ClientReport(client, secret: secret, issuer: site.means.issuer(realm.path))
    }
}

/// Removes a client.
package struct DeleteClient: ChangingAction {
    package static let declaration = ActionDeclaration(
        "client.delete", .changeApplications, "Remove a client; what was issued to it is worthless from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("applications/{id}", .hard), ClientReport.form, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The `client_id`, unique in the realm.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package var subject: ActionSubject? { .client(id) }

    package func perform(in realm: Realm, at site: Site) async throws -> ClientReport {
        let client = try ClientReport(try await site.domain.existingClient(id, in: realm))
        try await site.domain.directory.applications.delete(id, in: realm.id)
        return client
    }
}
