import DevicePolicies
import DeviceMessages
import DeviceRegistry
import Directory
package import Foundations
package import Primitives

/// A place that the code of a transaction is sent to.
package enum CodeRecipient: Sendable {
    /// The e-mail address.
    case email(String)
    /// The telephone number, for a text message.
    case sms(String)
}

extension Verifications {
    /// Sends the code of a transaction, with its link, by the realm's template `id_verification` and within the bounds of codes.
    ///
    /// A transaction whose code can't be sent is deleted, since no app will have it.
    ///
    /// - Parameter asker: the caller that asks, by what it has proved.
    /// - Throws: ``SecondFactorError`` `.notSent`, `.overloaded`, `.quotaExceeded`, `.invalid`.
    package func send(
        _ code: Secret, of transaction: VerifyTransaction, to recipients: [CodeRecipient], by asker: BudgetAsker,
        at site: VerificationSite
    ) async throws {
        guard !recipients.isEmpty else { return }
        do {
            guard let user = try await users.user(transaction.user, in: site.realm.id) else { throw Users.unknown(transaction.user) }
            let occasion = NotificationOccasion(
                .idVerification, user, in: site.realm, code: code, link: Secret(site.link(code)))
            for recipient in recipients {
                var message = CodeMessage(occasion: occasion, contact: recipient.contact, kind: recipient.kind, policy: nil, by: asker)
                message.purpose = "identity verification"
                try await messages.send(message)
            }
        } catch {
            _ = try await delete(transaction.id, of: transaction.user, at: site)
            throw error
        }
    }
}

extension CodeRecipient {
    fileprivate var contact: String {
        switch self {
        case .email(let address): address
        case .sms(let number): number
        }
    }

    fileprivate var kind: DeviceKind {
        switch self {
        case .email: .email
        case .sms: .sms
        }
    }
}
