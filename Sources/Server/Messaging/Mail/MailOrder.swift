package import Foundation
package import Directory
package import Foundations

/// A message that a request has sent.
package struct MailOrder: Sendable {
    package let realm: Realm
    package let content: MailContent
    /// nil only for a discreet order that turns out to have no recipient.
    package let recipient: MailAddress?
    /// The purpose of the message, as the audit log says it: the template's name.
    package let purpose: String
    /// The caller that asks for it: its messages count by what it has proved.
    package let asker: BudgetAsker
    /// A discreet order: the client must not learn from the answer if there is a recipient.
    package let isDiscreet: Bool
    /// The server to send it by; nil for the realm's.
    package let server: MailServer?
    /// The time after which it isn't sent any more, in seconds: a code's by default.
    package var lifetime: TimeInterval = 300

    package init(
        _ content: MailContent, to recipient: MailAddress?, in realm: Realm, purpose: String, by asker: BudgetAsker,
        isDiscreet: Bool = false,
        server: MailServer? = nil
    ) {
        self.content = content
        self.recipient = recipient
        self.realm = realm
        self.purpose = purpose
        self.asker = asker
        self.isDiscreet = isDiscreet
        self.server = server
    }
}
