import Primitives
import ResourceMessages

/// Writes to the user, at the address that the account has. Whether the mail server took it is the outcome.
package struct EmailTemplateNode: NodeDeclaration {
    package static let type = NodeType(
        "EmailTemplateNode", alias: "emailTemplate", title: "Email Template Node", "Sends an e-mail to the user.")
    package static let settings = [
        NodeSetting<Self>("emailTemplateName", \.template, "The e-mail template.").naming(.template),
        NodeSetting<Self>("emailAttribute", \.emailAttribute, "The attribute that the address is in."),
        NodeSetting<Self>("identityAttribute", \.identity, "The attribute that finds a user who has proved nothing yet."),
    ]
    package static let state = StateUse(reads: ["objectAttributes", "username"])

    package var template = "welcome"
    package var emailAttribute: AttributeName = "mail"
    package var identity: AttributeName = "userName"
    package let outcomes = ["EMAIL_SENT", "EMAIL_NOT_SENT"]

    package init() {}
}
