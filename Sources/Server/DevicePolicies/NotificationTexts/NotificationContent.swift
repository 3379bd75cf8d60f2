package import Foundation
import Primitives
import ResourceMessages
import Messaging

/// One text of a template: for one way of delivery, in one language, perhaps one of several variants (`docs/protocols/platform.md` 2.13).
package struct NotificationContent: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The language; English by default.
    package var locale = NotificationLocale.standard
    /// The way of delivery; mail by default.
    package var method = DeliveryMethod.email
    /// The name of a variant, by which requests ask for it; in whichever case.
    package var variant: String?
    /// Whether it is one that every realm has and none can change.
    package var isStandard = false
    /// The subject of mail.
    package var subject: String?
    /// The body of mail and pushes.
    package var body: String?
    /// The media type of a mail's body.
    package var format: Format?
    /// The character set of a mail.
    package var characterSet: CharacterSet?
    /// The sender of a mail; nil for the mail server's.
    package var from: Sender?
    /// The title of pushes.
    package var title: String?
    /// The buttons of a push.
    package var category: PushCategory?
    /// The content of text messages and calls.
    package var content: String?
    /// The sender of a text message, in the place of the gateway's own sender.
    package var sender: String?
    /// The name by which the gateway of calls knows a voice.
    package var voice: String?
    /// The time of creation; nil for a text that isn't stored.
    package var created: Date?
    /// The time of the last change; nil for a text that isn't stored.
    package var updated: Date?

    package init(id: UUID) { self.id = id }

    /// The media type of a mail's body, by its name.
    package enum Format: String, Sendable, CaseIterable {
        case html = "text/html"
        case plain = "text/plain"
    }

    /// The one that mail is sent in.
    package enum CharacterSet: String, Sendable, CaseIterable { case utf8 = "UTF-8" }

    /// The sender of a mail.
    package struct Sender: Sendable, Equatable {
        /// The name that is shown beside the address; nil for none.
        package var name: String?
        /// The sender's address, `local@domain`.
        package var address = ""
        package init() {}

        /// The mailbox as a message has it.
        var mailbox: Mailbox {
            get throws(MessageError) { try Mailbox(name.map { "\($0) <\(address)>" } ?? address) }
        }
    }

    /// All texts that may hold variables.
    var texts: [String] { [subject, body, title, content].compactMap(\.self) }
}

/// The buttons that a push's banner has (`docs/protocols/platform.md` 2.13).
package enum PushCategory: String, Sendable, CaseIterable {
    case bannerButtons = "BANNER_BUTTONS"
    case withoutButtons = "WITHOUT_BANNER_BUTTONS"
    case approveAndOpen = "APPROVE_AND_OPEN_APP"
}
