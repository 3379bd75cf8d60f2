package import Directory
import Foundations

/// Hands the text messages or calls of the outbox to the realms' gateways.
package struct PhoneCarrier: OutboxCarrier {
    package let realms: Realms
    package let gateways: SMSGateways
    package let sender: any SMSSender

    package init(realms: Realms, gateways: SMSGateways, sender: any SMSSender) {
        self.realms = realms
        self.gateways = gateways
        self.sender = sender
    }

    package func carry(_ message: OutboxMessage) async throws {
        guard case .phone(let body) = message.body, let recipient = message.recipient else {
            throw MessageError(.invalid, "there is no number to send it to")
        }
        var text = SMSMessage(to: try PhoneNumber(recipient), text: body.text, date: message.written)
        (text.channel, text.details) = (gateways.channel, body.details)
        try await sender.send(text, by: try await gateways.gateway(for: try await realms.realm(id: message.realm)))
    }
}
