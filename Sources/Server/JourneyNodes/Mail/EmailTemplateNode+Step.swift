import Directory
package import JourneyEngine
import JourneyModel
import Messaging
import Primitives

extension EmailTemplateNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
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
            content, to: recipient, in: turn.realm, purpose: template.name, by: turn.budgetAsker(about: user.id))
        order.lifetime = 86_400
        do { try await turn.domain.messaging.mail.send(order) } catch is MessageError { return .outcome("EMAIL_NOT_SENT") }
        return .outcome("EMAIL_SENT")
    }
}
