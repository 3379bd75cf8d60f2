import Foundation
package import Primitives
package import Store
package import Foundations
import Directory

/// Sends the realms' mail: within limits, by each realm's server, with a line in the audit log for each message.
///
/// There is no queue and no second attempt. A sent mail was taken by a mail server; a failure is reported to the caller.
package struct MailDelivery: Sendable {
    /// Discreet orders are answered only at whole multiples of this time.
    private static let beat = 0.5

    package let limits: MessageLimits
    package let database: any Database
    package let servers: MailServers
    package let sender: any MailSender
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        limits: MessageLimits, database: any Database, servers: MailServers, sender: any MailSender, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.limits = limits
        self.database = database
        self.servers = servers
        self.sender = sender
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// Sends a message.
    ///
    /// A discreet order answers the same whether or not it has a recipient, whom the limit for recipients is over, or whom the mail
    /// server doesn't want; it fails only for what would fail for every recipient.
    ///
    /// - Returns: whether a mail server has taken it; of a discreet order that is for this server alone to know.
    /// - Throws: ``MessageError``.
    @discardableResult
    package func send(_ order: MailOrder) async throws -> Bool {
        guard order.isDiscreet else { return try await attempt(order) }
        let began = time.now
        let result: Result<Bool, any Error>
        do { result = .success(try await attempt(order)) } catch { result = .failure(error) }
        let elapsed = max(0, time.now.timeIntervalSince(began))
        try await sender.wait(.seconds(((elapsed / Self.beat).rounded(.down) + 1) * Self.beat - elapsed))
        return try result.get()
    }

    private func attempt(_ order: MailOrder) async throws -> Bool {
        let isWithin = try await limits.admit(
            order.recipient?.text, from: order.asker, in: order.realm)
        do {
            let server = try await order.server == nil ? servers.server(for: order.realm) : order.server
            guard let recipient = order.recipient, isWithin else {
                guard order.isDiscreet else {
                    throw isWithin
                        ? MessageError(.invalid, "there is no address to send it to")
                        : MessageError(.overloaded, "too many messages went to this address in the last minute")
                }
                try await sender.rehearse(by: server)
                try await record(order, failure: isWithin ? "no recipient to send it to" : "too many messages to this address")
                return false
            }
            return try await deliver(order, to: recipient, by: server)
        } catch {
            try await record(order, failure: "\(error)")
            throw error
        }
    }

    private func deliver(_ order: MailOrder, to recipient: MailAddress, by server: MailServer?) async throws -> Bool {
        let from = try order.content.from ?? Mailbox(server?.settings.from ?? Self.demonstrationSender)
        let message = MailMessage(from: from, to: recipient, content: order.content, date: time.now, id: random.token(16))
        do { try await sender.send(message, by: server) } catch {
            guard order.isDiscreet else { throw error }
            // If nothing else is wrong, it is this recipient, and that is not told.
            try await sender.rehearse(by: server)
            try await record(order, failure: "\(error)")
            return false
        }
        try await record(order, failure: nil)
        return true
    }

    /// The sender of messages where no server is configured, as in a demonstration.
    private static let demonstrationSender = "Gatehouse <gatehouse@localhost>"

    private func record(_ order: MailOrder, failure: String?) async throws {
        var event = AuditEvent(
            .mailSent, failure == nil ? .success : .failure, at: time.now, realm: order.realm.path.description, reason: failure)
        if case .user(let user) = order.asker.standing { event.user = user.text }
        event.details["purpose"] = .string(order.purpose)
        event.personal["recipient"] = order.recipient.map { .string($0.text) }
        event.personal["address"] = .string(order.asker.address)
        try await database.write { [event] in try audit.append(event, in: $0) }
    }
}
