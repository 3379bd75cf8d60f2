package import JourneyMessages
import Primitives
import ResourceMessages
import Translations

/// Sends a link, and waits until it is opened, on whatever device.
///
/// With `objectLookup` the link goes to the address that the user's account has, never to one that was typed; who opens it has proved to
/// be the user. Whether there is such a user shows neither in the answer nor in its time.
package struct EmailSuspend: ProvesUser {
    package static let type = NodeType(
        "EmailSuspendNode", alias: "emailSuspend", title: "Email Suspend Node", "Sends a link by e-mail, and waits until it is opened.",
        interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>("emailTemplateName", \.template, "The e-mail template, which has the link as {{object.resumeURI}}.").naming(
            .template),
        NodeSetting<Self>("emailAttribute", \.emailAttribute, "The attribute that the address is in."),
        NodeSetting<Self>("emailSuspendMessage", \.message, "The message to the user meanwhile."),
        NodeSetting<Self>("objectLookup", \.looksUp, "Whether the address is the one of the user's account, not one that was gathered."),
        NodeSetting<Self>("identityAttribute", \.identity, "The attribute that finds a user who has proved nothing yet."),
        NodeSetting<Self>(
            "suspendDuration", \.minutes, in: 0...JourneyLimits.suspension, "For how many minutes the link works; 0 for the realm's time."),
    ]
    package static let state = StateUse(reads: ["objectAttributes", "username"])

    package var template = "registration"
    package var emailAttribute: AttributeName = "mail"
    package var message = LocalizedText(\.mailSent)
    package var looksUp = false
    package var identity: AttributeName = "userName"
    package var minutes = 0

    package init() {}

    package var callbacks: [CallbackType] { [.suspendedTextOutput] }
}
