package import Directory
package import Foundation
package import Foundations
import PingIDService
package import Primitives
import ResourceMessages

/// Makes a client an application whose users have trusted devices, or changes its rules.
package struct EnablePingID: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.enable", .changeApplications, "Make a client such an application, or change its rules.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    /// Rules and their new values, which are JSON.
    package let assignments: [Assignment]

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
            guard let value = try? JSONValue(parsing: assignment.value) else {
                throw AdministrationError(.invalid, "\(assignment) is no rule and value, such as push_timeout=90")
            }
            rules[assignment.name] = value
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

    package let realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    /// A key's name, and the time when it was made.
    package struct Key: Sendable {
        package let token: String
        package let created: Date
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Key] {
        try await site.domain.pingID.organisationKeys.tokens(in: realm).map { Key(token: $0.token, created: $0.created) }
    }
}

/// Makes an organisation key.
package struct CreateOrganisationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.key.create", .administer, "Make an organisation key, which is shown once.")

    package let realm: RealmPath
    /// Whether requests without an expiry or an id are taken, too.
    package let allowsEndless: Bool

    package init(realm: RealmPath, allowsEndless: Bool = false) {
        self.realm = realm
        self.allowsEndless = allowsEndless
    }

    /// A key, which is shown only now.
    package struct Made: Sendable {
        package let account: String
        package let token: String
        package let key: Secret
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Made {
        let made = try await site.domain.pingID.organisationKeys.make(in: realm, needsExpiry: !allowsEndless)
        return Made(account: "\(made.account)", token: made.token, key: made.key)
    }
}

/// Removes an organisation key.
package struct RemoveOrganisationKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "pingid.key.remove", .administer, "Remove an organisation key; requests signed with it are refused from then on.")

    package let realm: RealmPath
    /// The key's name.
    package let token: String

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
