package import Directory
package import Foundation
package import Foundations
import OrchestrationService
package import Primitives
import Services

/// Registers a user for the activation of a device.
package struct RegisterForOrchestration: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.user.register", .administer, "Make an activation password for a user, which is shown once.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    package let username: String

    package init(realm: RealmPath, id: String, username: String) { (self.realm, self.id, self.username) = (realm, id, username) }

    package var subject: ActionSubject? { .user(username) }

    /// An activation password, which is told only now.
    package struct Registered: Sendable {
        package let password: Secret
        package let serial: String
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Registered {
        let orchestrations = site.domain.orchestrations
        let made = try await orchestrations.register(username, of: try await orchestrations.customer(id, in: realm))
        return Registered(password: made.password, serial: made.serial)
    }
}

/// Shows a user's licence and authenticators.
package struct ShowAuthenticators: ReadingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.user.show", .readIdentities, "Show a user's licence and the authenticators under it.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    package let username: String

    package init(realm: RealmPath, id: String, username: String) { (self.realm, self.id, self.username) = (realm, id, username) }

    /// An authenticator.
    package struct Authenticator: Sendable {
        package let name: String
        package let isLocked: Bool
        package let attemptsLeft: Int
        package let created: Date
        package let used: Date
        /// The device's description of itself.
        package let description: String
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Authenticator] {
        let orchestrations = site.domain.orchestrations
        let found = try await orchestrations.assignment(of: username, of: try await orchestrations.customer(id, in: realm))
        return found.authenticators.map {
            Authenticator(
                name: $0.name, isLocked: $0.isLocked, attemptsLeft: $0.attemptsLeft, created: $0.created, used: $0.used,
                description: $0.description)
        }
    }
}

/// Gives the tries of an authenticator back.
package struct UnlockAuthenticator: ChangingAction {
    package static let declaration = ActionDeclaration(
        "orchestration.authenticator.unlock", .changeIdentities, "Give back the tries of an authenticator, or of all under a licence.")

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    /// The licence's serial number, or the authenticator's name.
    package let name: String

    package init(realm: RealmPath, id: String, name: String) { (self.realm, self.id, self.name) = (realm, id, name) }

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

    package let realm: RealmPath
    /// The client's id.
    package let id: String
    /// The licence's serial number, or the authenticator's name.
    package let name: String

    package init(realm: RealmPath, id: String, name: String) { (self.realm, self.id, self.name) = (realm, id, name) }

    package func perform(in realm: Realm, at site: Site) async throws {
        let orchestrations = site.domain.orchestrations
        try await orchestrations.unassign(name, of: try await orchestrations.customer(id, in: realm))
    }
}
