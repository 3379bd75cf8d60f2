package import Directory
import Foundation
package import Foundations
import OAuth
package import Primitives

/// Lists what a user lets applications have.
package struct ListConsents: ReadingAction {
    package static let declaration = ActionDeclaration(
        "consent.list", .readIdentities,
        "List the applications that a user has given consent to, remembered or still granted, with the scopes."
    )

    package let realm: RealmPath
    package let username: String

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

    package let realm: RealmPath
    package let username: String
    package let client: String

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
    fileprivate var summary: JSONObject {
        [
            "client": .string(application), "scope": .string(scope.description), "given": .string(given.formatted(.iso8601)),
            "remembered": .bool(isRemembered),
        ]
    }
}
