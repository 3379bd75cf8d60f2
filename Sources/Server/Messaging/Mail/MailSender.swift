/// Hands messages to a mail server.
package protocol MailSender: Sendable {
    /// Sends a message; returns when the server has taken it, and is answerable for it from then on.
    ///
    /// - Parameter server: nil when none is configured.
    /// - Throws: ``MessageError``.
    func send(_ message: MailMessage, by server: MailServer?) async throws

    /// Finds what is wrong before anything is sent: that no server is configured.
    ///
    /// - Throws: ``MessageError``, as ``send(_:by:)`` would.
    func check(_ server: MailServer?) throws(MessageError)
}

/// A sender that sends no mail, for a domain that was put together without one.
package struct NoMail: MailSender {
    package init() {}

    package func send(_ message: MailMessage, by server: MailServer?) async throws { try check(server) }

    package func check(_ server: MailServer?) throws(MessageError) { throw MessageError(.notConfigured, "this program sends no mail") }
}
