package import Directory
import Foundation
package import Foundations
import Messaging
package import Primitives
package import ResourceMessages

/// Push credentials of an application, as administrators see them; never their secrets.
package struct PushCredentialReport: Sendable {
    /// The id of the credentials, unique in the realm.
    package let id: String
    /// The kind of the credentials, such as `FCM`.
    package let kind: String
    /// A row of the list.
    package let json: JSONObject

    /// The row.
    package static var form: Form<Self> {
        let time: Shape = .text(.init(format: "date-time"))
        let members: [(String, Shape)] = [
            ("id", Form<UUID>.id.shape), ("type", .text), ("for", .text), ("createdAt", time), ("updatedAt", time),
        ]
        let shape = ObjectShape(name: "PushCredentials", members: members.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
        return .told(.object(shape)) { .object($0.json) }
    }

    init(_ credential: PushCredential) {
        id = credential.id.text
        kind = credential.kind.rawValue
        json = [
            "id": .string(id), "type": .string(kind), "for": .string(credential.owner),
            "createdAt": .string(credential.created.formatted(.iso8601)), "updatedAt": .string(credential.updated.formatted(.iso8601)),
        ]
    }
}

/// Lists an application's push credentials.
package struct ListPushCredentials: ReadingAction {
    package static let declaration = ActionDeclaration(
        "push.credentials.list", .readApplications, "List an application's push credentials; their secrets are never shown.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("applications/{client}/push-credentials", by: "id", filter: ["type"], bound: "administrators make each"),
            .several(PushCredentialReport.form),
            from: { Self(realm: $0, client: "") }, .init("client", \.client, .name, .required))
    }

    package var realm: RealmPath
    /// The id of the application, its `client_id`.
    package var client: String

    package init(realm: RealmPath, client: String) {
        self.realm = realm
        self.client = client
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [PushCredentialReport] {
        let application = try await site.domain.existingClient(client, in: realm)
        return try await site.domain.messaging.pushCredentials.all(of: application.id, in: realm.id).map(PushCredentialReport.init)
    }
}

/// Gives an application push credentials.
package struct AddPushCredentials: ChangingAction {
    package static let declaration = ActionDeclaration(
        "push.credentials.add", .changeApplications, "Give an application push credentials, from the file that its provider hands out.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{client}/push-credentials"), PushCredentialReport.form,
            document: .init("credentials", \.object, .file, .required), from: { Self(realm: $0, client: "", object: [:]) },
            .init("client", \.client, .name, .required))
    }

    package var realm: RealmPath
    /// The id of the application, its `client_id`.
    package var client: String
    /// The object that the platform's API takes.
    package var object: JSONObject

    package init(realm: RealmPath, client: String, object: JSONObject) {
        self.realm = realm
        self.client = client
        self.object = object
    }

    package var subject: ActionSubject? { .client(client) }

    package func perform(in realm: Realm, at site: Site) async throws -> PushCredentialReport {
        let application = try await site.domain.existingClient(client, in: realm)
        let content = try PushCredential.Content(json: object)
        return PushCredentialReport(try await site.domain.messaging.pushCredentials.create(content, of: application.id, in: realm.id))
    }
}

/// Takes push credentials away from an application.
package struct DeletePushCredentials: ChangingAction {
    package static let declaration = ActionDeclaration(
        "push.credentials.delete", .changeApplications, "Take push credentials away from an application.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("applications/{client}/push-credentials/{id}", .hard), PushCredentialReport.form,
            from: { Self(realm: $0, client: "", id: "") }, .init("client", \.client, .name, .required), .init("id", \.id, .name, .required))
    }

    package var realm: RealmPath
    /// The id of the application, its `client_id`.
    package var client: String
    /// The id of the credentials, a UUID.
    package var id: String

    package init(realm: RealmPath, client: String, id: String) {
        self.realm = realm
        self.client = client
        self.id = id
    }

    package var subject: ActionSubject? { .client(client) }

    package func perform(in realm: Realm, at site: Site) async throws -> PushCredentialReport {
        let credentials = site.domain.messaging.pushCredentials
        guard let known = UUID(text: id), let found = try await credentials.credential(known, of: client, in: realm.id) else {
            throw AdministrationError(.unknown, "\(client) has no push credentials \(id); see gatehouse push credentials list")
        }
        try await credentials.delete(known, of: client, in: realm.id)
        return PushCredentialReport(found)
    }
}

extension PushCredential {
    /// The owner of the credentials at the provider.
    fileprivate var owner: String {
        switch content {
        case .apns(let key): "team \(key.teamID), key \(key.keyID)"
        case .legacyFCM: "not used: Google has switched that API off"
        case .fcm(let account): "project \(account.project)"
        case .hms(let clientID, _): "client \(clientID); not used: there is no carrier"
        }
    }
}
