package import Directory
import Foundations
import Primitives

/// Hands the mails of the outbox to the realms' servers.
package struct MailCarrier: OutboxCarrier {
    /// The sender of messages where no server is configured, as in a demonstration.
    private static let demonstrationSender = "Gatehouse <gatehouse@localhost>"

    package let realms: Realms
    package let servers: MailServers
    package let sender: any MailSender

    package init(realms: Realms, servers: MailServers, sender: any MailSender) {
        self.realms = realms
        self.servers = servers
        self.sender = sender
    }

    package func carry(_ message: OutboxMessage) async throws {
        guard case .mail(let body) = message.body, let recipient = message.recipient else {
            throw MessageError(.invalid, "there is no address to send it to")
        }
        var server = body.orderedServer
        if server == nil { server = try await servers.server(for: try await realms.realm(id: message.realm)) }
        let content = try body.content()
        let from = try content.from ?? Mailbox(server?.settings.from ?? Self.demonstrationSender)
        let mail = MailMessage(from: from, to: try MailAddress(recipient), content: content, date: message.written, id: message.id)
        try await sender.send(mail, by: server)
    }
}
