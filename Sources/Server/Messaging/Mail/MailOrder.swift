package import Foundation
package import Directory

/// A message that a request has sent.
package struct MailOrder: Sendable {
    package let realm: Realm
    package let content: MailContent
    /// nil only for a discreet order that turns out to have no recipient.
    package let recipient: MailAddress?
    /// The purpose of the message, as the audit log says it: the template's name.
    package let purpose: String
    /// The network address that the request came from.
    package let requester: String
    /// The user, if they have proved who they are and the message goes to an address of their own: then strangers' messages to it don't
    /// count with theirs.
    package var provenUser: UUID?
    /// Whether the client must not learn from answer or time if there is a recipient.
    package let isDiscreet: Bool
    /// The server to send it by; nil for the realm's.
    package let server: MailServer?

    package init(
        _ content: MailContent, to recipient: MailAddress?, in realm: Realm, purpose: String, requester: String, isDiscreet: Bool = false,
        server: MailServer? = nil
    ) {
        self.content = content
        self.recipient = recipient
        self.realm = realm
        self.purpose = purpose
        self.requester = requester
        self.isDiscreet = isDiscreet
        self.server = server
    }
}
