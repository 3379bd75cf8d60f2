package import Foundation
package import Directory
package import Foundations

/// A text message that a request has sent.
package struct SMSOrder: Sendable {
    package let realm: Realm
    /// The text that is sent or spoken.
    package let text: String
    /// nil only for a discreet order that turns out to have no recipient.
    package let recipient: PhoneNumber?
    /// The purpose of the message, as the audit log says it.
    package let purpose: String
    /// The caller that asks for it: its messages count by what it has proved.
    package let asker: BudgetAsker
    /// A discreet order: the client must not learn from the answer if there is a recipient.
    package let isDiscreet: Bool
    /// The details that a gateway may take besides the text.
    package var details = SMSMessage.Details()
    /// The time after which it isn't sent any more, in seconds: a code's by default.
    package var lifetime: TimeInterval = 300

    package init(
        _ text: String, to recipient: PhoneNumber?, in realm: Realm, purpose: String, by asker: BudgetAsker, isDiscreet: Bool = false
    ) {
        self.text = text
        self.recipient = recipient
        self.realm = realm
        self.purpose = purpose
        self.asker = asker
        self.isDiscreet = isDiscreet
    }
}
