package import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import VerificationMessages
import VerificationPolicies
import Verifications

/// Begins a verification of a user.
package struct CreateVerification: ChangingAction {
    package static let declaration = ActionDeclaration(
        "verification.create", .changeIdentities, "Begin a verification of a user's identity, and show its code as a QR code.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}/verifications"), Begun.form, from: { Self(realm: $0, username: "") },
            .init("username", \.username, .name, .required), .init("policy", optional: \.policy, .name),
            .init("send", optional: \.delivery, .choice))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The name of the verify policy; nil for the default one.
    package var policy: String?

    /// The way in which the code is sent to the user; nil for none.
    package var delivery: CodeDelivery?

    package init(realm: RealmPath, username: String, policy: String? = nil, delivery: CodeDelivery? = nil) {
        self.realm = realm
        self.username = username
        self.policy = policy
        self.delivery = delivery
    }

    package var subject: ActionSubject? { .user(username) }

    /// A verification that was begun, whose code an app takes once.
    package struct Begun: Reported {
        /// The id of the verification.
        package let id: UUID
        /// The 12 digits.
        package let code: Secret
        /// The text that an app scans, which has the code.
        package let uri: Secret
        /// The time until which data are taken.
        package let expires: Date

        package static let reportName = "NewVerification"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .id, \.id), Member(told: "code", .shownOnce, \.code), Member(told: "uri", .shownOnce, \.uri),
                Member(told: "expires", .moment, \.expires),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Begun {
        let user = try await site.domain.existingUser(username, in: realm)
        var order = VerifyTransactionOrder()
        if let policy {
            let found = try await site.domain.verifications.rules.policies.all(in: realm).first { $0.name == policy }
            guard let found else {
                throw AdministrationError(.unknown, "realm \(realm.path) has no verify policy \(policy)")
            }
            order.policy = found.id
        }
        let (place, recipients) = (site.verifications(in: realm), try recipients(user))
        let made = try await site.domain.verifications.create(order, for: user.id, at: place)
        try await site.domain.verifications.send(
            made.code, of: made.transaction, to: recipients, by: BudgetAsker(.server, at: "administration"), at: place)
        return Begun(
            id: made.transaction.id, code: made.code, uri: Secret(place.link(made.code)), expires: made.transaction.dataExpires)
    }

    private func recipients(_ user: User) throws(AdministrationError) -> [CodeRecipient] {
        guard let delivery else { return [] }
        guard let recipient = delivery.recipient(of: user) else {
            throw AdministrationError(.invalid, "the user has no \(delivery.attribute) to send the code to")
        }
        return [recipient]
    }
}

/// A way in which a code is sent to an address of the user's own.
package enum CodeDelivery: String, Sendable, CaseIterable {
    /// A mail to the address at which the user gets the account back, or else to the profile's.
    case email
    /// A text message to the profile's telephone number.
    case sms

    fileprivate var attribute: String { self == .email ? "mail" : "telephoneNumber" }

    fileprivate func recipient(of user: User) -> CodeRecipient? {
        switch self {
        case .email: user.recoveryMail.map(CodeRecipient.email)
        case .sms: user.attribute("telephoneNumber").map(CodeRecipient.sms)
        }
    }
}
