package import Directory
import Foundation
package import Foundations
import Messaging
package import Primitives

/// Push credentials of an application, as administrators see them; never their secrets.
package struct PushCredentialReport: Sendable {
    package let id: String
    package let kind: String
    /// A row of the list.
    package let json: JSONObject

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

    package let realm: RealmPath
    package let client: String

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

    package let realm: RealmPath
    package let client: String
    /// The object that the platform's API takes.
    package let object: JSONObject

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

    package let realm: RealmPath
    package let client: String
    package let id: String

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
