package import Foundations

// What is sent, and the texts of it.
extension AuditEvent.Kind {
    package static let mailSent = Self("mail.sent")
    package static let smsSent = Self("sms.sent")
    package static let templateChanged = Self("template.changed")
}
