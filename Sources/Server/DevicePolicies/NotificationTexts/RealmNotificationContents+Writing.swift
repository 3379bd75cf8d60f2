import Primitives
package import Messaging
import Translations

extension RealmNotificationContents {
    /// A text that is sent or spoken.
    package struct Spoken: Sendable {
        /// The text, its variables filled in.
        package let text: String
        let sender: String?
        let voice: String?
        let locale: NotificationLocale

        /// The details that a gateway is told besides the text.
        package var details: SMSMessage.Details {
            var details = SMSMessage.Details()
            (details.sender, details.voice, details.locale) = (sender, voice, locale.description)
            return details
        }
    }

    /// A mail.
    /// - Throws: ``SecondFactorError`` `.invalid` when a variable has no value.
    package func mail(_ occasion: NotificationOccasion) throws -> MailContent {
        let content = try content(occasion, by: .email)
        let variables = occasion.variables
        let subject = try variables.filled(content.subject ?? "").onOneLine
        let from = try content.from.map { try $0.mailbox }
        guard content.format != .plain else {
            return MailContent(subject: subject, text: try variables.filled(content.body ?? ""), from: from)
        }
        let html = try variables.filled(content.body ?? "") { _, value in value.escapedForHTML }
        return MailContent(subject: subject, text: HTMLText.plain(html), html: html, from: from)
    }

    /// A text message.
    /// - Throws: ``SecondFactorError`` `.invalid` when a variable has no value.
    package func message(_ occasion: NotificationOccasion) throws -> Spoken {
        let content = try content(occasion, by: .sms)
        let text = try occasion.variables.filled(content.content ?? "")
        return Spoken(text: text, sender: content.sender, voice: nil, locale: content.locale)
    }

    /// Writes what a call says. The signs of the code are set apart, so that a voice reads each of them.
    /// - Throws: ``SecondFactorError`` `.invalid` when a variable has no value.
    package func call(_ occasion: NotificationOccasion) throws -> Spoken {
        let content = try content(occasion, by: .voice)
        let text = try occasion.variables.filled(content.content ?? "") { name, value in
            name == NotificationVariables.code ? value.map(String.init).joined(separator: ", ") : value
        }
        return Spoken(text: text, sender: nil, voice: content.voice, locale: content.locale)
    }

    /// Writes how a push is shown.
    /// - Returns: nil for the app's own texts.
    /// - Throws: ``SecondFactorError`` `.invalid` when a variable has no value.
    package func push(_ occasion: NotificationOccasion) throws -> PushPresentation? {
        let content = try content(occasion, by: .push)
        guard !content.isStandard else { return nil }
        let variables = occasion.variables
        return PushPresentation(
            title: try content.title.map { try variables.filled($0) }, body: try variables.filled(content.body ?? ""),
            category: content.category ?? .bannerButtons)
    }

    private func content(_ occasion: NotificationOccasion, by method: DeliveryMethod) throws(SecondFactorError) -> NotificationContent {
        let (template, choice) = (occasion.template, occasion.choice)
        guard let found = content(of: template, by: method, in: occasion.locale, variant: choice.variant) else {
            throw SecondFactorError(.invalid, "the template \(template.rawValue) isn't delivered by \(method.rawValue)")
        }
        return found.isStandard ? found.spoken(occasion.language, as: template) : found
    }
}
