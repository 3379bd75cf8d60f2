import Messaging
import Primitives

/// Takes mail and sends none.
struct UnsentMail: MailSender {
    func send(_ message: MailMessage, by server: MailServer?) async throws { try check(server) }

    func check(_ server: MailServer?) throws(MessageError) {
        guard server != nil else { throw MessageError(.notConfigured, "the realm has no mail server") }
    }
}

/// Takes text messages and sends none.
struct UnsentSMS: SMSSender {
    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError) {
        try check(gateway, of: message.channel, for: message.details)
    }

    func check(_ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details) throws(MessageError) {
        guard gateway != nil else { throw MessageError(.notConfigured, "the realm has no gateway") }
    }
}
