/// Hands messages to a mail server.
package protocol MailSender: Sendable {
    /// Sends a message; returns when the server has taken it, and is answerable for it from then on.
    ///
    /// - Parameter server: nil when none is configured.
    /// - Throws: ``MessageError``.
    func send(_ message: MailMessage, by server: MailServer?) async throws

    /// Does what goes before a message, so that whatever is wrong with the server shows: connects and logs in.
    ///
    /// - Throws: ``MessageError``, as ``send(_:by:)`` would.
    func rehearse(by server: MailServer?) async throws

    /// Lets time pass.
    func wait(_ duration: Duration) async throws
}

extension MailSender {
    package func wait(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}

/// A sender that sends no mail, for a domain that was put together without one.
package struct NoMail: MailSender {
    package init() {}

    package func send(_ message: MailMessage, by server: MailServer?) async throws { try await rehearse(by: server) }

    package func rehearse(by server: MailServer?) async throws { throw MessageError(.notConfigured, "this program sends no mail") }
}
