import Foundations
import Messaging
import Primitives
import Services

extension Domain {
    /// The same domain, where nothing stays and from which nothing is sent.
    func trial() -> Domain {
        Domain(
            database: TrialDatabase(database), sealer: sealer, hasher: hasher, time: time, random: TapedRandom(random: random),
            mail: UnsentMail(), http: NoOutboundHTTP(), sms: UnsentSMS())
    }
}

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
