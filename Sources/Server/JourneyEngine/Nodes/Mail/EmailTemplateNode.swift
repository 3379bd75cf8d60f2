import Primitives
import Messaging
import Services
import Directory
import Foundations
import ResourceMessages

/// Writes to the user, at the address that the account has. Whether the mail server took it is the outcome.
struct EmailTemplateNode: JourneyNode {
    static let type = NodeType(
        "EmailTemplateNode", alias: "emailTemplate", title: "Email Template Node", "Sends an e-mail to the user.")
    static let settings = [
        NodeSetting<Self>("emailTemplateName", \.template, "The e-mail template.").naming(.template),
        NodeSetting<Self>("emailAttribute", \.emailAttribute, "The attribute that the address is in."),
        NodeSetting<Self>("identityAttribute", \.identity, "The attribute by which the user is found, who has proved nothing yet."),
    ]
    static let state = StateUse(reads: ["objectAttributes", "username"])

    var template = "welcome"
    var emailAttribute: AttributeName = "mail"
    var identity: AttributeName = "userName"
    let outcomes = ["EMAIL_SENT", "EMAIL_NOT_SENT"]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        let template = try await turn.emailTemplate(template)
        guard let user = try await turn.addressee(by: identity), user.status == .active else { return .outcome("EMAIL_NOT_SENT") }
        let attributes = try await turn.attributes(of: user)
        let address = try await turn.address(of: user, in: emailAttribute)
        guard let recipient = address.flatMap({ try? MailAddress($0) }) else {
            return .outcome("EMAIL_NOT_SENT")
        }
        let content = try template.content(attributes, languages: turn.languages(for: attributes))
        var order = MailOrder(
            content, to: recipient, in: turn.realm, purpose: template.name, requester: turn.client.address)
        order.provenUser = turn.state.user
        do { try await turn.domain.mail.send(order) } catch is MessageError { return .outcome("EMAIL_NOT_SENT") }
        return .outcome("EMAIL_SENT")
    }
}
