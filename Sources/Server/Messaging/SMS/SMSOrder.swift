package import Foundation
package import Directory

/// A text message that a request has sent.
package struct SMSOrder: Sendable {
    package let realm: Realm
    package let text: String
    /// nil only for a discreet order that turns out to have no recipient.
    package let recipient: PhoneNumber?
    /// The purpose of the message, as the audit log says it.
    package let purpose: String
    /// The network address that the request came from.
    package let requester: String
    /// The user, if they have proved who they are and the message goes to an address of their own: then strangers' messages to it don't
    /// count with theirs.
    package var provenUser: UUID?
    /// Whether the client must not learn from answer or time if there is a recipient.
    package let isDiscreet: Bool
    package var details = SMSMessage.Details()

    package init(
        _ text: String, to recipient: PhoneNumber?, in realm: Realm, purpose: String, requester: String, isDiscreet: Bool = false
    ) {
        self.text = text
        self.recipient = recipient
        self.realm = realm
        self.purpose = purpose
        self.requester = requester
        self.isDiscreet = isDiscreet
    }
}
