import Foundation
import Primitives
import Store
import Foundations
import Directory

/// Takes the realms' orders for text messages or calls: within the limits that mail has too, by each realm's gateway, with a line in the
/// audit log for each.
package struct SMSDelivery: Sendable {
    /// The longest text that is sent: ten messages put together.
    private static let longest = 1530

    package let limits: MessageLimits
    package let store: OutboxStore
    package let carrier: PhoneCarrier

    package init(limits: MessageLimits, store: OutboxStore, carrier: PhoneCarrier) {
        self.limits = limits
        self.store = store
        self.carrier = carrier
    }

    /// The same, by another sender.
    package func sending(by sender: any SMSSender) -> SMSDelivery {
        SMSDelivery(
            limits: limits, store: store, carrier: PhoneCarrier(realms: carrier.realms, gateways: carrier.gateways, sender: sender))
    }

    /// Puts a message into the outbox, as ``MailDelivery/send(_:with:)`` does.
    ///
    /// - Throws: ``MessageError``.
    package func send(_ order: SMSOrder) async throws {
        let message = try message(order)
        let fault = try await fault(order)
        try await desk(isDiscreet: order.isDiscreet).put(message, by: order.asker, in: order.realm, fault: fault) { _, _ in }
    }

    /// Sends a message within the limits, and waits for what the gateway says: for administrators who try one.
    ///
    /// - Throws: ``MessageError``.
    package func sendNow(_ order: SMSOrder) async throws {
        try await desk(isDiscreet: false).send(try message(order), by: order.asker, in: order.realm)
    }

    private func desk(isDiscreet: Bool) -> OrderDesk {
        OrderDesk(limits: limits, store: store, carrier: carrier, noun: "number", isDiscreet: isDiscreet)
    }

    private func message(_ order: SMSOrder) throws(MessageError) -> OutboxMessage {
        guard order.text.utf8.count <= Self.longest else {
            throw MessageError(.invalid, "a text message has at most \(Self.longest) bytes")
        }
        return OutboxMessage(order, by: carrier.gateways.channel, id: store.random.token(16), at: store.time.now)
    }

    /// The fault of an order that shows before anything is sent.
    private func fault(_ order: SMSOrder) async throws -> MessageError? {
        let (gateways, sender) = (carrier.gateways, carrier.sender)
        let gateway = try await gateways.gateway(for: order.realm)
        do { try sender.check(gateway, of: gateways.channel, for: order.details) } catch { return error }
        return nil
    }
}
