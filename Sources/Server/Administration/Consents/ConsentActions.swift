package import Directory
import Foundation
package import Foundations
import OAuth
package import Primitives
import ResourceMessages

/// Lists what a user lets applications have.
package struct ListConsents: ReadingAction {
    package static let declaration = ActionDeclaration(
        "consent.list", .readIdentities,
        "List the applications that a user has given consent to, remembered or still granted, with the scopes."
    )
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("users/{username}/consents", by: "client", filter: ["remembered"], bound: "one for each application of one user"),
            .rows(.object(Consents.Consent.shape)),
            from: { Self(realm: $0, username: "") }, .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [JSONObject] {
        let user = try await site.domain.existingUser(username, in: realm)
        return try await site.domain.oauth.consents.all(of: user.id, in: realm.id).map(\.summary)
    }
}

/// Withdraws a user's consent to an application.
package struct WithdrawConsent: ChangingAction {
    package static let declaration = ActionDeclaration(
        "consent.withdraw", .changeIdentities,
        "Withdraw a user's consent to an application; what the application was granted by the user is worthless at once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("users/{username}/consents/{client}"), .nothing, from: { Self(realm: $0, username: "", client: "") },
            .init("username", \.username, .name, .required), .init("client", \.client, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the application, its `client_id`.
    package var client: String

    package init(realm: RealmPath, username: String, client: String) {
        self.realm = realm
        self.username = username
        self.client = client
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        let user = try await site.domain.existingUser(username, in: realm)
        guard try await site.domain.oauth.consents.withdraw(client, of: user.id, in: realm) else {
            throw AdministrationError(.unknown, "\(username) has given \(client) neither consent nor a grant in realm \(realm.path)")
        }
    }
}

extension Consents.Consent {
    static let shape = ObjectShape(
        name: "Consent",
        members: [
            .init(name: "client", shape: .text, presence: .readOnly), .init(name: "scope", shape: .text, presence: .readOnly),
            .init(name: "given", shape: .text(.init(format: "date-time")), presence: .readOnly),
            .init(name: "remembered", shape: .flag, presence: .readOnly),
        ])

    fileprivate var summary: JSONObject {
        [
            "client": .string(application), "scope": .string(scope.description), "given": .string(given.formatted(.iso8601)),
            "remembered": .bool(isRemembered),
        ]
    }
}
