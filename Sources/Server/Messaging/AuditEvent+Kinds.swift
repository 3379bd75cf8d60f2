package import Foundations

// Events of messages and their texts.
extension AuditEvent.Kind {
    /// An attempt to hand a mail to the mail server.
    package static let mailSent = Self("mail.sent")
    /// An attempt to hand a text message or a call to the gateway.
    package static let smsSent = Self("sms.sent")
    /// An e-mail template was saved or deleted.
    package static let templateChanged = Self("template.changed")
}
