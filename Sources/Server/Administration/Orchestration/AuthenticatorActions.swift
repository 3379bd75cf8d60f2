package import Directory
package import Foundation
package import Foundations
import OrchestrationService
package import Primitives
package import ResourceMessages

/// Registers a user for the activation of a device.
package struct RegisterForOrchestration: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.user.register", .administer, "Make an activation password for a user, which is shown once.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{id}/orchestration-users/{username}:register"), Registered.form,
            from: { Self(realm: $0, id: "", username: "") }, .init("id", \.id, .name, .required),
            .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, id: String, username: String) {
        self.realm = realm
        self.id = id
        self.username = username
    }

    package var subject: ActionSubject? { .user(username) }

    /// An activation password, which is shown only now.
    package struct Registered: Reported {
        /// The password by which the user's app is activated.
        package let password: Secret
        /// The serial number of the licence.
        package let serial: String

        package static let reportName = "Registration"

        package static var members: [Member<Self>] {
            [
                Member(told: "activationPassword", .shownOnce, \.password),
                Member(told: "serialNumber", .words, \.serial),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Registered {
        let orchestrations = site.domain.orchestrations
        let made = try await orchestrations.register(UserReference(username), of: try await orchestrations.customer(id, in: realm))
        return Registered(password: made.password, serial: made.serial)
    }
}

/// Shows a user's licence and authenticators.
package struct ShowAuthenticators: ReadingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.user.show", .readIdentities,
        "Show a user's licence, the authenticators under it, and what their devices have told of themselves.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list(
                "applications/{id}/orchestration-users/{username}/authenticators", by: "name", filter: ["locked"],
                bound: "the authenticators of one licence"),
            .several(Authenticator.form), from: { Self(realm: $0, id: "", username: "") }, .init("id", \.id, .name, .required),
            .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, id: String, username: String) {
        self.realm = realm
        self.id = id
        self.username = username
    }

    /// An authenticator.
    package struct Authenticator: Reported {
        /// The name of the authenticator: its licence's serial number, and its number under that.
        package let name: String
        /// Whether wrong PINs have locked the authenticator.
        package let isLocked: Bool
        /// The number of wrong PINs that are left before it is locked.
        package let attemptsLeft: Int
        /// The time of creation.
        package let created: Date
        /// The time when the authenticator was last seen.
        package let used: Date
        /// The device's description of itself.
        package let description: String
        /// The latest data that the device has told of itself; nil when it never has.
        package let data: DeviceData?

        package static let reportName = "Authenticator"

        package static var members: [Member<Self>] {
            [
                Member(told: "name", .words, \.name),
                Member(told: "locked", .flag, \.isLocked),
                Member(told: "attemptsLeft", .whole, \.attemptsLeft),
                Member(told: "created", .moment, \.created),
                Member(told: "lastUsed", .moment, \.used),
                Member(told: "device", .words, \.description),
                Member(told: "told", .moment) { $0.data?.received }, Member(told: "deviceData", DeviceData.form, \.data),
            ]
        }
    }

    /// A device's words about itself, at an event of the app's.
    package struct DeviceData: Reported {
        /// The name of the event.
        package let event: String
        /// The app's own data, a JSON text.
        package let application: String
        /// The device's, a JSON text.
        package let device: String
        /// The time when the server received it.
        package let received: Date

        package static let reportName = "DeviceData"

        package static var members: [Member<Self>] {
            [
                Member(told: "event", .words, \.event),
                Member(told: "application", .words, \.application),
                Member(told: "device", .words, \.device),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Authenticator] {
        let orchestrations = site.domain.orchestrations
        let found = try await orchestrations.assignment(of: UserReference(username), of: try await orchestrations.customer(id, in: realm))
        var all: [Authenticator] = []
        for one in found.authenticators {
            let told = try await orchestrations.deviceData(of: one)
            all.append(
                Authenticator(
                    name: one.name, isLocked: one.isLocked, attemptsLeft: one.attemptsLeft, created: one.created, used: one.used,
                    description: one.description,
                    data: told.map {
                        DeviceData(event: $0.event, application: $0.applicationData, device: $0.deviceData, received: $0.received)
                    }))
        }
        return all
    }
}

/// Gives the tries of an authenticator back.
package struct UnlockAuthenticator: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.authenticator.unlock", .changeIdentities, "Give back the tries of an authenticator, or of all under a licence.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{id}/authenticators/{name}:unlock"), .nothing, from: { Self(realm: $0, id: "", name: "") },
            .init("id", \.id, .name, .required), .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// The licence's serial number, or the authenticator's name.
    package var name: String

    package init(realm: RealmPath, id: String, name: String) {
        self.realm = realm
        self.id = id
        self.name = name
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        let orchestrations = site.domain.orchestrations
        try await orchestrations.unlock(name, of: try await orchestrations.customer(id, in: realm))
    }
}

/// Takes a licence from its user, or removes an authenticator.
package struct RemoveAuthenticator: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.authenticator.remove", .changeIdentities,
        "Remove an authenticator; by a licence's serial number all under it, and the licence is free then.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("applications/{id}/authenticators/{name}", .hard), .nothing, from: { Self(realm: $0, id: "", name: "") },
            .init("id", \.id, .name, .required), .init("name", \.name, .name, .required))
    }

    package var realm: RealmPath
    /// The client's id.
    package var id: String
    /// The licence's serial number, or the authenticator's name.
    package var name: String

    package init(realm: RealmPath, id: String, name: String) {
        self.realm = realm
        self.id = id
        self.name = name
    }

    package func perform(in realm: Realm, at site: Site) async throws {
        let orchestrations = site.domain.orchestrations
        try await orchestrations.unassign(name, of: try await orchestrations.customer(id, in: realm))
    }
}
