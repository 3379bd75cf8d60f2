import Messaging

/// Takes mail and sends none.
struct UnsentMail: MailSender {
    func send(_ message: MailMessage, by server: MailServer?) async throws { try await rehearse(by: server) }

    func rehearse(by server: MailServer?) async throws {
        guard server != nil else { throw MessageError(.notConfigured, "the realm has no mail server") }
    }

    func wait(_ duration: Duration) async throws {}
}

/// Takes text messages and sends none.
struct UnsentSMS: SMSSender {
    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError) {
        guard gateway != nil else { throw MessageError(.notConfigured, "the realm has no gateway") }
    }
}
