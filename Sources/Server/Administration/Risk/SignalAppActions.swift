package import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import Risk
import Store

/// Lists the apps of signals.
package struct ListSignalApps: ReadingAction {
    package static let declaration = ActionDeclaration(
        "risk.app.list", .readApplications, "List the apps that send signals under an id of their own.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("signal-apps", by: "id", filter: ["client"], bound: "administrators make each"), .several(App.form),
            from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    /// An app, and the time when it was made.
    package struct App: Reported {
        /// The app's id, a UUID.
        package let id: String
        /// The id of the application, its `client_id`.
        package let client: String
        /// The time of creation.
        package let created: Date

        package static let reportName = "SignalApp"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .words, \.id),
                Member(told: "client", .words, \.client),
                Member(told: "created", .moment, \.created),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [App] {
        try await site.domain.risk.applications.all(in: realm).map { App(id: $0.id.text, client: $0.application, created: $0.created) }
    }
}

/// Makes an app of signals.
package struct CreateSignalApp: ChangingAction {
    package static let declaration = ActionDeclaration(
        "risk.app.create", .administer, "Make a client an app that sends signals; its secret is shown once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("signal-apps"), AppCredentials.form, from: { Self(realm: $0, id: "") }, .init("client", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package var subject: ActionSubject? { .client(id) }

    /// An app's id and secret, which is shown only now.
    package struct AppCredentials: Reported {
        package let id: String
        package let secret: Secret

        package static let reportName = "MadeSignalApp"

        package static var members: [Member<Self>] {
            [
                Member(told: "applicationId", .words, \.id),
                Member(told: "applicationSecret", .shownOnce, \.secret),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> AppCredentials {
        let made = try await site.domain.risk.applications.make(of: id, in: realm)
        return AppCredentials(id: made.id.text, secret: made.secret)
    }
}

/// Removes an app of signals.
package struct RemoveSignalApp: ChangingAction {
    package static let declaration = ActionDeclaration(
        "risk.app.remove", .administer, "Remove an app of signals; its copies are refused from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("signal-apps/{id}", .hard), .nothing, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The app's id, a UUID.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard let uuid = UUID(text: id), try await site.domain.risk.applications.remove(uuid, in: realm) else {
            throw AdministrationError(.unknown, "the realm has no app of signals \(id.prefix(64))")
        }
    }
}
