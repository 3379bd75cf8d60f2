package import Directory
package import Foundation
package import Foundations
import PingIDService
package import Primitives
package import ResourceMessages

/// Makes a client an application whose users have trusted devices, or changes its rules.
package struct EnablePingID: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.enable", .changeApplications, "Make a client such an application, or change its rules.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch("applications/{id}/pingid"), .told(PingIDRules.form.shape) { .object($0) },
            document: .init("rules", \.assignments, .changes(of: PingIDRules.form.shape), .required), from: { Self(realm: $0, id: "") },
            .init("id", \.id, .name, .required))
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
        let applications = site.domain.pingID.applications
        var rules = try await applications.ownRules(of: id, in: realm)?.json ?? PingIDRules().json
        for assignment in assignments {
            if case .text(let text) = assignment.value, (try? JSONValue(parsing: text)) == nil {
                throw AdministrationError(.invalid, "\(assignment) is no rule and value, such as push_timeout=90")
            }
            rules[assignment.name] = assignment.json
        }
        let changed: PingIDRules
        do { changed = try PingIDRules(json: .object(rules)) } catch { throw AdministrationError(.invalid, "\(error)") }
        try await applications.set(changed, of: id, in: realm)
        return changed.json
    }
}

/// Lists the names of a realm's organisation keys.
package struct ListOrganisationKeys: ReadingAction {
    package static let declaration = ActionDeclaration(
        "pingid.key.list", .readApplications, "List the names of a realm's organisation keys.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.list("pingid-keys", by: "token", bound: "administrators make each"), .several(Key.form), from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    /// A key's name, and the time when it was made.
    package struct Key: Reported {
        /// The name of the key.
        package let token: String
        /// The time of creation.
        package let created: Date

        package static let reportName = "OrganisationKey"

        package static var members: [Member<Self>] {
            [
                Member(told: "token", .words, \.token),
                Member(told: "created", .moment, \.created),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Key] {
        try await site.domain.pingID.organisationKeys.tokens(in: realm).map { Key(token: $0.token, created: $0.created) }
    }
}

/// Makes an organisation key.
package struct CreateOrganisationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.key.create", .administer, "Make an organisation key, which is shown once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(.post("pingid-keys"), IssuedKey.form, from: { Self(realm: $0) }, .init("allowsEndless", \.allowsEndless, .flag))
    }

    package var realm: RealmPath
    /// Whether requests without an expiry or an id are taken, too.
    package var allowsEndless: Bool

    package init(realm: RealmPath, allowsEndless: Bool = false) {
        self.realm = realm
        self.allowsEndless = allowsEndless
    }

    /// A key, which is shown only now.
    package struct IssuedKey: Reported {
        /// The account's id, `account_id`: the realm's.
        package let account: String
        /// The name of the key.
        package let token: String
        /// The secret of the key.
        package let key: Secret

        /// The key in base64url.
        package var encodedKey: Secret { Secret(key.withBytes { Base64URL.encode($0) }) }

        package static let reportName = "MadeOrganisationKey"

        package static var members: [Member<Self>] {
            [
                Member(told: "account_id", .words, \.account),
                Member(told: "token", .words, \.token),
                Member(told: "key", .shownOnce, \.encodedKey),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> IssuedKey {
        let made = try await site.domain.pingID.organisationKeys.make(in: realm, needsExpiry: !allowsEndless)
        return IssuedKey(account: "\(made.account)", token: made.token, key: made.key)
    }
}

/// Removes an organisation key.
package struct RemoveOrganisationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.key.remove", .administer, "Remove an organisation key; requests signed with it are refused from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("pingid-keys/{token}", .hard), .nothing, from: { Self(realm: $0, token: "") }, .init("token", \.token, .name, .required)
        )
    }

    package var realm: RealmPath
    /// The key's name.
    package var token: String

    package init(realm: RealmPath, token: String) {
        self.realm = realm
        self.token = token
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard try await site.domain.pingID.organisationKeys.remove(token, in: realm) else {
            throw AdministrationError(.unknown, "the realm has no organisation key \(token)")
        }
    }
}
