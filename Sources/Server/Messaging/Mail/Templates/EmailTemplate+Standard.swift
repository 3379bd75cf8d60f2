import Primitives
package import Foundations
import Translations

extension EmailTemplate {
    /// The templates that a tenant begins with, for the journeys that it begins with.
    package static func standard() throws(DomainError) -> [EmailTemplate] {
        var templates: [EmailTemplate] = []
        for name in [
            "registration", "resetPassword", "updatePassword", "forgottenUsername", "confirmEmail", AccountNotices.template, "welcome",
        ] { templates.append(try standard(name)) }
        return templates
    }

    /// The template of a mail of the server's own. It has the English text alone, and as long as it does, a reader gets the mail in their
    /// language (``StandardMail``).
    /// - Throws: `invalid` for a name that no such mail has.
    package static func standard(_ name: String) throws(DomainError) -> EmailTemplate {
        guard let mail = StandardMail(name, in: .english) else { throw DomainError(.invalid, "no mail of ours is called \(name)") }
        return try EmailTemplate(
            name,
            [
                "displayName": .string(titles[name] ?? name), "enabled": true, "defaultLocale": "en", "from": "", "mimeType": "text/html",
                "subject": ["en": .string(mail.subject)], "message": ["en": .string(mail.message)], "html": .object(JSONObject()),
                "styles": "",
            ])
    }

    private static let titles = [
        "registration": "Registration", "resetPassword": "Reset Password", "updatePassword": "Update Password",
        "forgottenUsername": "Forgotten Username", "confirmEmail": "Confirm Email", AccountNotices.template: "Account changed",
        "welcome": "Welcome", "passwordRecovery": "Password recovery",
    ]
}
