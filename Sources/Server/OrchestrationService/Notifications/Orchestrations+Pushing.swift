import CommandChannel
import DeviceMessages
import Directory
import Foundation
import Foundations
import Messaging
import Primitives
import Store

extension Orchestrations {
    /// A notification that waits for the commit of the request that it brings.
    struct PendingPush: Sendable {
        let authenticator: AuthenticatorRecord
        let address: PushAddress
        let message: PushMessage
    }

    /// The number of requests in a minute that one authenticator is rung for; later ones wait until the device asks.
    static let mostPushes = 6

    /// The notification of a request for an authenticator; nil for one that has told no address.
    func push(_ command: CommandEnvelope, _ id: String, to authenticator: AuthenticatorRecord, until deadline: Date) -> PendingPush? {
        guard let address = authenticator.notification.flatMap(NotificationIdentifier.address) else { return nil }
        let isSigning = command.kind == .remoteTransaction
        // The providers and the locked screen may see these texts: they have no word of what is asked.
        let message = PushMessage(
            members: CommandNotification(command.text).members,
            title: isSigning ? "Transaction Request" : "Authentication Request",
            body: isSigning ? "Tap here to confirm transaction" : "Tap here to confirm authentication", expires: deadline, collapseID: id)
        return PendingPush(authenticator: authenticator, address: address, message: message)
    }

    /// Whether an authenticator may be rung for the request that has just been kept (``UserBudget`` `.notifications`).
    static func mayRing(
        _ authenticator: AuthenticatorRecord, by asker: BudgetAsker, at now: Date, in transaction: any ReadTransaction
    ) throws -> Bool {
        let rows = try transaction.rows(
            """
            SELECT r.asker AS asker, COUNT(*) AS count FROM orchestration_sessions s
                JOIN orchestration_requests r ON r.realm = s.realm AND r.id = s.request
            WHERE s.realm = ?1 AND s.authenticator = ?2 AND r.created > ?3 GROUP BY r.asker
            """, authenticator.realm, authenticator.id, now.addingTimeInterval(-60))
        var use = try BudgetUse(rows)
        // The request itself stands among them.
        use.add(asker.key, -1)
        return UserBudget.notifications.admits(asker, of: mostPushes, used: use)
    }

    /// Sends what was committed.
    func send(_ pending: [PendingPush], of customer: OrchestrationCustomer) async throws {
        guard !pending.isEmpty else { return }
        let bundleID = try await applications.bundleID(of: customer.application, in: customer.realm)
        for push in pending {
            let recipient = PushRecipient(
                push.authenticator.id, in: customer.realm, application: customer.application, bundleID: bundleID, address: push.address)
            Task { [notifications, database] in
                // A failure is in the metrics; the request waits for a device that asks.
                try? await notifications.send(push.message, to: recipient) { _ in
                    try await database.write { try push.authenticator.forgetNotification(in: $0) }
                }
            }
        }
    }
}

extension AuthenticatorRecord {
    /// Forgets an address that is dead, unless the device has told another one meanwhile.
    fileprivate func forgetNotification(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE orchestration_authenticators SET notification = NULL WHERE realm = ?1 AND id = ?2 AND notification = ?3", realm, id,
            notification)
    }
}
