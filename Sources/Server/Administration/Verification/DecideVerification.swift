package import Directory
package import Foundation
package import Foundations
import Primitives
import ResourceMessages
package import VerificationMessages
import Verifications

/// Decides on a verification.
package struct DecideVerification: ChangingAction {
    package static let declaration = ActionDeclaration(
        "verification.decide", .changeIdentities, "Decide on a verification, whatever the providers say.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}/verifications/{id}:decide"), VerificationLine.form,
            from: { Self(realm: $0, username: "", id: .unnamed, status: .fail) }, .init("username", \.username, .name, .required),
            .init("id", \.id, .id, .required), .init("status", \.status, .choice(of: VerifyDecision.statuses), .required),
            .init("reason", optional: \.reason, .text(1...1024)))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the verification.
    package var id: UUID
    /// The state that it gets.
    package var status: VerificationStatus
    /// The reason, which stays with the verification.
    package var reason: String?

    package init(realm: RealmPath, username: String, id: UUID, status: VerificationStatus, reason: String? = nil) {
        self.realm = realm
        self.username = username
        self.id = id
        self.status = status
        self.reason = reason
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> VerificationLine {
        let user = try await site.domain.existingUser(username, in: realm)
        var decision = VerifyDecision()
        (decision.transactionStatus.status, decision.reason) = (status, reason)
        return VerificationLine(
            transaction: try await site.domain.verifications.decide(decision, on: id, of: user.id, at: site.verifications(in: realm)),
            username: user.username)
    }
}

/// Deletes a verification.
package struct DeleteVerification: ChangingAction {
    package static let declaration = ActionDeclaration(
        "verification.delete", .changeIdentities, "Delete a verification, with its documents; its state is DELETED from then on.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("users/{username}/verifications/{id}", .final), VerificationLine.form,
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

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> VerificationLine {
        let user = try await site.domain.existingUser(username, in: realm)
        return VerificationLine(
            transaction: try await site.domain.verifications.delete(id, of: user.id, at: site.verifications(in: realm)),
            username: user.username)
    }
}
