import Primitives
import Messaging
import Foundations

extension EmailTemplate {
    /// The message with a recovery code, where a realm has no text of its own: `{{object.code}}` is the code.
    static func passwordRecovery() throws(DomainError) -> EmailTemplate {
        try EmailTemplate(
            PasswordRecovery.template,
            [
                "displayName": "Password recovery", "enabled": true, "defaultLocale": "en", "from": "", "mimeType": "text/html",
                "subject": ["en": "Your code for a new password", "de": "Ihr Code für ein neues Passwort"],
                "message": [
                    "en": """
                    <p>Your code is {{object.code}}. With it you set a new password within five minutes.</p>\
                    <p>If you have not asked for it, you need not do anything. Do not tell it to anybody.</p>
                    """,
                    "de": """
                    <p>Ihr Code ist {{object.code}}. Damit setzen Sie innerhalb von fünf Minuten ein neues Passwort.</p>\
                    <p>Wenn Sie ihn nicht verlangt haben, müssen Sie nichts tun. Sagen Sie ihn niemandem.</p>
                    """,
                ], "html": [:], "styles": "",
            ])
    }
}
