import DeviceRegistry
package import Directory
import Foundation
package import Foundations
import Primitives
import ResourceMessages

/// Refuses a user's password for some time.
package struct LockUser: ChangingAction {
    package static let declaration = ActionDeclaration("user.lock", .changeIdentities, "Refuse a user's password for some time.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:lock"), UserReport.form, from: { Self(realm: $0, username: "", minutes: 0) },
            .init("username", \.username, .name, .required), .init("minutes", \.minutes, .integer(LockUser.bounds), .required))
    }
    /// The lengths of a lock in minutes; the longest is ten years.
    package static let bounds = 1...5_256_000

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The length of the lock in minutes, within ``bounds``.
    package var minutes: Int

    package init(realm: RealmPath, username: String, minutes: Int) {
        self.realm = realm
        self.username = username
        self.minutes = minutes
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> UserReport {
        guard Self.bounds.contains(minutes) else {
            throw AdministrationError(.invalid, "a lock lasts \(Self.bounds.lowerBound) to \(Self.bounds.upperBound) minutes")
        }
        let until = site.domain.platform.time.now.addingTimeInterval(TimeInterval(minutes) * 60)
        return try await site.domain.changing(username, in: realm) { try await $0.setLock(until: until, of: $1.id, in: realm.id) }
    }
}

/// Lets a locked user sign in again.
package struct UnlockUser: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.unlock", .changeIdentities, "Let a locked user sign in again, with all factors and devices, and forget the failures.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:unlock"), UserReport.form, from: { Self(realm: $0, username: "") },
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
        try await site.domain.deviceRegistry.unlock(try await site.domain.existingUser(username, in: realm).id, in: realm.id)
        return try await site.domain.report(on: username, in: realm)
    }
}

/// Makes a deactivated user active again.
package struct ActivateUser: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.activate", .changeIdentities, "Make a deactivated user active again.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:activate"), UserReport.form, from: { Self(realm: $0, username: "") },
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
        try await site.domain.changing(username, in: realm) { try await $0.setStatus(.active, of: $1.id, in: realm.id) }
    }
}

/// Shuts a user out.
package struct DeactivateUser: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.deactivate", .changeIdentities, "Shut a user out: no login, and no session or token is worth anything any more.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:deactivate"), UserReport.form, from: { Self(realm: $0, username: "") },
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
        try await site.domain.changing(username, in: realm) { try await $0.setStatus(.inactive, of: $1.id, in: realm.id) }
    }
}

/// Takes a user's e-mail address as proven.
package struct ProveUserMail: ChangingAction {
    package static let declaration = ActionDeclaration(
        "user.prove-mail", .changeIdentities, "Take a user's e-mail address as proven, without a message to it.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:prove-mail"), UserReport.form, from: { Self(realm: $0, username: "") },
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
        let user = try await site.domain.existingUser(username, in: realm)
        guard let mail = user.attribute("mail") else {
            throw AdministrationError(.conflict, "\(user.username) has no e-mail address")
        }
        try await site.domain.directory.accounts.proveMail(mail, of: user.id, in: realm)
        return try await site.domain.report(on: username, in: realm)
    }
}

extension AdministrationServices {
    /// Changes a user, and reports the user as the user is then.
    fileprivate func changing(
        _ username: String, in realm: Realm, _ change: (Users, User) async throws -> Void
    ) async throws -> UserReport {
        try await change(directory.users, try await existingUser(username, in: realm))
        return try await report(on: username, in: realm)
    }
}
