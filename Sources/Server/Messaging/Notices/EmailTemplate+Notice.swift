import Primitives
import Foundations

extension EmailTemplate {
    /// Makes the message that tells owners of a change to their account, where their realm has no text of its own: `{{object.at}}` is the
    /// time, and for each thing that was changed there is a flag, such as `{{#if object.password}}`.
    static func accountChanged() throws(DomainError) -> EmailTemplate {
        try EmailTemplate(
            AccountNotices.template,
            [
                "displayName": "Account changed", "enabled": true, "defaultLocale": "en", "from": "", "mimeType": "text/html",
                "subject": ["en": "Your account was changed", "de": "Ihr Konto wurde geändert"],
                "message": ["en": .string(page(english)), "de": .string(page(german))], "html": [:], "styles": "",
            ])
    }

    private static func page(_ texts: (lead: String, changes: [(String, String)], end: String)) -> String {
        let changes = texts.changes.map { "{{#if object.\($0.0)}}<li>\($0.1)</li>{{/if}}" }.joined()
        return "<p>\(texts.lead)</p><ul>\(changes)</ul><p>\(texts.end)</p>"
    }

    private static let english = (
        lead: "Your account was changed on {{object.at}}:",
        changes: [
            ("password", "The password or the security questions were changed."), ("mail", "The e-mail address was changed."),
            ("name", "The user name was changed."), ("factorAdded", "A device or passkey was added."),
            ("factorRemoved", "A device, a passkey or a second step of the sign-in was removed or switched off."),
        ], end: "If that was not you, reset your password and tell whoever runs this service."
    )

    private static let german = (
        lead: "Ihr Konto wurde am {{object.at}} geändert:",
        changes: [
            ("password", "Das Passwort oder die Sicherheitsfragen wurden geändert."), ("mail", "Die E-Mail-Adresse wurde geändert."),
            ("name", "Der Benutzername wurde geändert."), ("factorAdded", "Ein Gerät oder Passkey wurde hinzugefügt."),
            ("factorRemoved", "Ein Gerät, ein Passkey oder ein zweiter Schritt der Anmeldung wurde entfernt oder abgeschaltet."),
        ], end: "Wenn Sie das nicht waren, setzen Sie Ihr Passwort zurück und wenden Sie sich an den Betreiber."
    )
}
