import Foundation
import Primitives
import Foundations

extension NotificationContent {
    /// Returns what every realm has of a template: English, without variants.
    static func standard(of template: NotificationTemplate, in realm: UUID) -> [NotificationContent] {
        template.methods.map { method in
            let name = "notification content \(template.rawValue) \(method.rawValue)"
            var content = NotificationContent(id: .derived(from: realm, name))
            (content.method, content.isStandard) = (method, true)
            let (subject, text) = texts(of: template)
            switch method {
            case .email: (content.subject, content.body, content.format) = (subject, text, .plain)
            case .sms, .voice: content.content = text
            // An app has these texts itself, in its user's language.
            case .push: (content.title, content.body, content.category) = ("Sign-in", "Did you just sign in?", .bannerButtons)
            }
            return content
        }
    }

    private static func texts(of template: NotificationTemplate) -> (subject: String, text: String) {
        switch template {
        case .devicePairing, .strongAuthentication, .transaction: ("Your code", "Your code is ${otp}. Do not tell it to anybody.")
        case .newDevicePaired:
            (
                "A device was added to your account",
                "A device of the type ${device.type} was added to your account. If that wasn't you, tell your administrator."
            )
        case .idVerification:
            (
                "Verify your identity",
                "Verify your identity with your app by the code ${otp}, or open ${verification.link} there. Do not hand it on."
            )
        }
    }
}
