import DeviceMessages
import Foundation

/// A message before it is put into a mailbox.
struct NewPushLetter: Sendable {
    let kind: PushEvent.Kind
    let text: String
    /// Replaces what waits under the same name.
    let collapse: String?
    /// The subscription that it was sent to; nil for this server's own.
    var subscription: String?
    let expires: Date
}
