import Foundation
import Primitives
import Foundations
import Translations

extension NotificationContent {
    /// Returns what every realm has of a template: English, without variants.
    static func standard(of template: NotificationTemplate, in realm: UUID) -> [NotificationContent] {
        template.methods.map { method in
            let name = "notification content \(template.rawValue) \(method.rawValue)"
            var content = NotificationContent(id: .derived(from: realm, name))
            (content.method, content.isStandard) = (method, true)
            content.take(template, in: .english)
            return content
        }
    }

    /// The same text, which is the server's own, in a reader's language; in English when it isn't written in theirs.
    func spoken(_ language: Language?, as template: NotificationTemplate) -> NotificationContent {
        guard let language, let locale = NotificationLocale(String(language.rawValue.prefix(2))) else { return self }
        var content = self
        content.take(template, in: language)
        content.locale = locale
        return content
    }

    private mutating func take(_ template: NotificationTemplate, in language: Language) {
        let (subject, text) = Self.texts(of: template, language.catalogue.notifications)
        switch method {
        case .email:
            self.subject = subject
            body = text
            format = .plain
        case .sms, .voice: content = text
        // An app has these texts itself, in its user's language.
        case .push:
            title = "Sign-in"
            body = "Did you just sign in?"
            category = .bannerButtons
        }
    }

    private static func texts(of template: NotificationTemplate, _ texts: NotificationPhrases) -> (subject: String, text: String) {
        switch template {
        case .devicePairing, .strongAuthentication, .transaction: (texts.codeSubject, texts.code)
        case .newDevicePaired: (texts.deviceSubject, texts.device)
        case .idVerification: (texts.identitySubject, texts.identity)
        }
    }
}
