import Foundation

/// A message that waits for an installation, or was just handed to it.
package struct PushLetter: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// A statement of this server's.
        case push
        /// What somebody else sent to a subscription: JSON with its id, the content coding and the content.
        case message
    }

    /// Its place in the installation's mailbox; each is greater than those before.
    package let sequence: Int64
    package let kind: Kind
    package let text: String
}

/// A message before it is put into a mailbox.
struct NewPushLetter: Sendable {
    let kind: PushLetter.Kind
    let text: String
    /// Replaces what waits under the same name.
    let collapse: String?
    /// The subscription that it was sent to; nil for this server's own.
    var subscription: String?
    let expires: Date
}
