package import Directory
package import Foundations
package import Primitives
import ResourceMessages

/// Makes a user.
package struct CreateUser: ChangingAction {
    package static let declaration = ActionDeclaration("user.create", .changeIdentities, "Make a user.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users"), UserReport.form, from: { Self(realm: $0, username: "") }, .init("username", \.username, .name, .required),
            .init("attributes", \.attributes, .changes(of: .open)), .init("password", optional: \.password, .sent, .writeOnly))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The attributes of the new user.
    package var attributes: [Assignment]
    /// nil for a user without one.
    package var password: Secret?

    package init(realm: RealmPath, username: String, attributes: [Assignment] = [], password: Secret? = nil) {
        self.realm = realm
        self.username = username
        self.attributes = attributes
        self.password = password
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        let schema = try await site.domain.directory.accounts.schema(of: realm)
        guard try await site.domain.directory.users.user(named: username, in: realm.id) == nil else {
            throw AdministrationError(.conflict, "there is a user \(username) in realm \(realm.path) already")
        }
        var new = NewAccount(username, try schema.document(attributes), password: password)
        // A robot has no last name.
        new.mayBeIncomplete = true
        let user = try await site.domain.directory.accounts.create(new, in: realm)
        return UserReport(user, in: realm, at: site.domain.platform.time.now, by: schema)
    }
}

/// Sets attributes of a user.
package struct SetUserAttributes: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.set", .changeIdentities, "Set attributes of a user, by the realm's schema; an empty value takes one away.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .patch("users/{username}"), UserReport.form, from: { Self(realm: $0, username: "", assignments: []) },
            .init("username", \.username, .name, .required), .init("attributes", \.assignments, .changes(of: .open), .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The new values, each by the name of what it changes.
    package var assignments: [Assignment]

    package init(realm: RealmPath, username: String, assignments: [Assignment]) {
        self.realm = realm
        self.username = username
        self.assignments = assignments
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        let schema = try await site.domain.directory.accounts.schema(of: realm)
        let user = try await site.domain.existingUser(username, in: realm)
        let changed = try await site.domain.directory.accounts.change(user.id, in: realm) { document in
            try schema.apply(assignments, to: &document)
        }
        return UserReport(changed, in: realm, at: site.domain.platform.time.now, by: schema)
    }
}

/// Gives a user a new password.
package struct SetUserPassword: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.set-password", .changeIdentities, "Give a user a new password, and unlock the user.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:set-password", .hard), UserReport.form, from: { Self(realm: $0, username: "", password: Secret("")) },
            .init("username", \.username, .name, .required), .init("password", \.password, .sent, .requiredWriteOnly))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The new password, which must meet the realm's policies.
    package var password: Secret

    package init(realm: RealmPath, username: String, password: Secret) {
        self.realm = realm
        self.username = username
        self.password = password
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        let user = try await site.domain.existingUser(username, in: realm)
        try await site.domain.directory.accounts.setPassword(password, of: user, in: realm)
        return try await site.domain.report(on: username, in: realm)
    }
}

/// Lets a user administer the realm and those beneath it, or no more.
package struct SetAdministrator: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.administrator", .administer, "Let a user administer the realm and those beneath it, by the REST interface.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:administrator", .hard), UserReport.form,
            from: { Self(realm: $0, username: "", isAdministrator: false) }, .init("username", \.username, .name, .required),
            .init("administrator", \.isAdministrator, .flag, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// Whether the user administers the realm and those beneath it.
    package var isAdministrator: Bool

    package init(realm: RealmPath, username: String, isAdministrator: Bool) {
        self.realm = realm
        self.username = username
        self.isAdministrator = isAdministrator
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        let user = try await site.domain.existingUser(username, in: realm)
        try await site.domain.directory.users.setAdministrator(isAdministrator, user.id, in: realm.id)
        return try await site.domain.report(on: username, in: realm)
    }
}

/// Removes a user.
package struct DeleteUser: ChangingAction {
    package static let declaration = ActionDeclaration("user.delete", .changeIdentities, "Remove a user for good.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("users/{username}", .final), UserReport.form, from: { Self(realm: $0, username: "") },
            .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        let report = try await site.domain.report(on: username, in: realm)
        try await site.domain.directory.users.delete(report.id, in: realm.id)
        return report
    }
}
