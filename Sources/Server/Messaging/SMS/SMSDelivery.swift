import Foundation
package import Primitives
package import Store
package import Foundations
import Directory

/// Sends the realms' text messages, or makes their calls: within the limits that mail has too, by each realm's gateway, with a line in the audit log for each.
///
/// There is no queue and no second attempt.
package struct SMSDelivery: Sendable {
    /// The longest text that is sent: ten messages put together.
    private static let longest = 1530

    package let limits: MessageLimits
    package let gateways: SMSGateways
    package let sender: any SMSSender
    package let database: any Database
    package let audit: AuditLog
    package let time: any TimeSource

    package init(
        limits: MessageLimits, gateways: SMSGateways, sender: any SMSSender, database: any Database, audit: AuditLog, time: any TimeSource
    ) {
        self.limits = limits
        self.gateways = gateways
        self.sender = sender
        self.database = database
        self.audit = audit
        self.time = time
    }

    /// The same, by another sender.
    package func sending(by sender: any SMSSender) -> SMSDelivery {
        SMSDelivery(limits: limits, gateways: gateways, sender: sender, database: database, audit: audit, time: time)
    }

    /// Sends a message.
    ///
    /// A discreet order's is sent beside the answer, which therefore is the same, and as quick, whether or not it has a recipient and
    /// whatever comes of it; it fails only for what fails for every recipient.
    ///
    /// - Throws: ``MessageError``.
    package func send(_ order: SMSOrder) async throws {
        guard order.text.utf8.count <= Self.longest else {
            throw MessageError(.invalid, "a text message has at most \(Self.longest) bytes")
        }
        let isWithin = try await limits.admit(
            order.recipient?.text, from: order.asker, in: order.realm)
        let gateway = try await gateways.gateway(for: order.realm)
        guard order.isDiscreet else {
            guard let recipient = order.recipient else { throw MessageError(.invalid, "there is no number to send it to") }
            guard isWithin else {
                let error = MessageError(.overloaded, "too many messages went to this number in the last minute")
                try await record(order, failure: error.reason)
                throw error
            }
            return try await deliver(order, to: recipient, by: gateway)
        }
        Task {
            // A failure is in the audit log.
            guard let recipient = order.recipient, isWithin else {
                return try await record(order, failure: isWithin ? "no recipient to send it to" : "too many messages to this number")
            }
            try await deliver(order, to: recipient, by: gateway)
        }
    }

    private func deliver(_ order: SMSOrder, to recipient: PhoneNumber, by gateway: SMSGateway?) async throws {
        do {
            var message = SMSMessage(to: recipient, text: order.text, date: time.now)
            (message.channel, message.details) = (gateways.channel, order.details)
            try await sender.send(message, by: gateway)
        } catch {
            try await record(order, failure: error.reason)
            throw error
        }
        try await record(order, failure: nil)
    }

    private func record(_ order: SMSOrder, failure: String?) async throws {
        var event = AuditEvent(
            .smsSent, failure == nil ? .success : .failure, at: time.now, realm: order.realm.path.description, reason: failure)
        if case .user(let user) = order.asker.standing { event.user = user.text }
        event.details["purpose"] = .string(order.purpose)
        if gateways.channel != .sms { event.details["channel"] = .string(gateways.channel.rawValue) }
        event.personal["recipient"] = order.recipient.map { .string($0.text) }
        event.personal["address"] = .string(order.asker.address)
        try await database.write { [event] in try audit.append(event, in: $0) }
    }
}
