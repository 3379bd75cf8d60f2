package import Foundations

// Events of messages and their texts.
extension AuditEvent.Kind {
    package static let mailSent = Self("mail.sent")
    package static let smsSent = Self("sms.sent")
    package static let templateChanged = Self("template.changed")
}
