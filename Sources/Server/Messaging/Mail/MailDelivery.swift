import Foundation
import Primitives
package import Store
import Foundations
import Directory

/// Takes the realms' orders for mail: within limits, by each realm's server, with a line in the audit log for each message.
///
/// An order is answered when its message is in the outbox: neither the answer nor its time tells what the mail server makes of it.
package struct MailDelivery: Sendable {
    package let limits: MessageLimits
    package let store: OutboxStore
    package let carrier: MailCarrier

    package init(limits: MessageLimits, store: OutboxStore, carrier: MailCarrier) {
        self.limits = limits
        self.store = store
        self.carrier = carrier
    }

    /// Puts a message into the outbox.
    ///
    /// A reason that is known without the mail server is an error: no server is configured, the address is none, the limits are used up. A
    /// discreet order answers the same whether or not it has a recipient, or the limit for recipients is over; it fails only for what fails
    /// for every recipient. What the mail server says is in the audit log and the metrics.
    ///
    /// - Parameter effect: what belongs to the message, in the same transaction, unless the order fails; it is told if the message is sent.
    /// - Throws: ``MessageError``; what `effect` throws.
    package func send(
        _ order: MailOrder,
        with effect: @escaping @Sendable (_ transaction: any WriteTransaction, _ isSent: Bool) throws -> Void = { _, _ in }
    ) async throws {
        let message = OutboxMessage(order, id: store.random.token(16), at: store.time.now)
        let fault = try await fault(order)
        try await desk(isDiscreet: order.isDiscreet).put(message, by: order.asker, in: order.realm, fault: fault, effect)
    }

    /// Sends a message within the limits, and waits for what the mail server says: for administrators who try one, and for
    /// messages that have a queue of their own.
    ///
    /// - Throws: ``MessageError``.
    package func sendNow(_ order: MailOrder) async throws {
        let message = OutboxMessage(order, id: store.random.token(16), at: store.time.now)
        try await desk(isDiscreet: false).send(message, by: order.asker, in: order.realm)
    }

    private func desk(isDiscreet: Bool) -> OrderDesk {
        OrderDesk(limits: limits, store: store, carrier: carrier, noun: "address", isDiscreet: isDiscreet)
    }

    /// The fault of an order that shows before anything is sent.
    private func fault(_ order: MailOrder) async throws -> MessageError? {
        do {
            try carrier.sender.check(try await order.server == nil ? carrier.servers.server(for: order.realm) : order.server)
            return nil
        } catch let error as MessageError { return error }
    }
}
