package import Directory
package import Foundation
package import Foundations
import Primitives
import ResourceMessages
import Verifications

/// Lists a user's verifications, or those of all users that wait for a decision.
package struct ListVerifications: ReadingAction {
    package static let declaration = ActionDeclaration(
        "verification.list", .readIdentities, "List the verifications that wait for a decision; with a user, the user's latest 100.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("verifications", by: "id", filter: ["status"], bound: "100 at most"), .several(VerificationLine.form),
            from: { Self(realm: $0) }, .init("username", optional: \.username, .name))
    }

    package var realm: RealmPath
    /// The user's name; nil for the verifications of all users that wait for a decision.
    package var username: String?

    package init(realm: RealmPath, username: String? = nil) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [VerificationLine] {
        let (verifications, place) = (site.domain.verifications, site.verifications(in: realm))
        guard let username else {
            let waiting = try await verifications.waiting(at: place)
            let names = try await site.domain.directory.users.usernames(of: Set(waiting.map(\.user)), in: realm.id)
            return waiting.map { VerificationLine(transaction: $0, username: names[$0.user]) }
        }
        let user = try await site.domain.existingUser(username, in: realm)
        return try await verifications.transactions(of: user.id, at: place).map {
            VerificationLine(transaction: $0, username: user.username)
        }
    }
}

/// Shows a verification.
package struct ShowVerification: ReadingAction {
    package static let declaration = ActionDeclaration(
        "verification.show", .readIdentities, "Show a verification, with its state and what providers say; no documents.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("users/{username}/verifications/{id}"), VerificationLine.form,
            from: { Self(realm: $0, username: "", id: .unnamed) }, .init("username", \.username, .name, .required),
            .init("id", \.id, .id, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the verification.
    package var id: UUID

    package init(realm: RealmPath, username: String, id: UUID) {
        self.realm = realm
        self.username = username
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws -> VerificationLine {
        let user = try await site.domain.existingUser(username, in: realm)
        return VerificationLine(
            transaction: try await site.domain.verifications.transaction(id, of: user.id, at: site.verifications(in: realm)),
            username: user.username)
    }
}
