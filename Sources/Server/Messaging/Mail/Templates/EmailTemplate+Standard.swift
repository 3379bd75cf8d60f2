import Primitives
package import Foundations

extension EmailTemplate {
    /// The templates that a tenant begins with, for the journeys that it begins with.
    package static func standard() throws(DomainError) -> [EmailTemplate] {
        [
            try linking(
                "registration", "Registration", ["en": "Confirm your e-mail address", "de": "Bestätigen Sie Ihre E-Mail-Adresse"],
                [
                    "en": ("Open this link to confirm your address and to finish your registration.", "Confirm my address"),
                    "de": (
                        "Öffnen Sie diesen Link, um Ihre Adresse zu bestätigen und die Registrierung abzuschließen.", "Adresse bestätigen"
                    ),
                ]),
            try linking(
                "resetPassword", "Reset Password", ["en": "Reset your password", "de": "Ihr Passwort zurücksetzen"],
                [
                    "en": ("Open this link to choose a new password.", "Choose a new password"),
                    "de": ("Öffnen Sie diesen Link, um ein neues Passwort zu wählen.", "Neues Passwort wählen"),
                ]),
            try linking(
                "updatePassword", "Update Password", ["en": "Set a password", "de": "Ein Passwort festlegen"],
                [
                    "en": ("Open this link to set a password.", "Set a password"),
                    "de": ("Öffnen Sie diesen Link, um ein Passwort festzulegen.", "Passwort festlegen"),
                ]),
            try linking(
                "forgottenUsername", "Forgotten Username", ["en": "Your user name", "de": "Ihr Benutzername"],
                [
                    "en": ("Your user name is {{object.userName}}.", "Sign in"),
                    "de": ("Ihr Benutzername ist {{object.userName}}.", "Anmelden"),
                ]),
            try linking(
                "confirmEmail", "Confirm Email", ["en": "Confirm your e-mail address", "de": "Bestätigen Sie Ihre E-Mail-Adresse"],
                [
                    "en": ("Open this link to confirm your new address.", "Confirm my address"),
                    "de": ("Öffnen Sie diesen Link, um Ihre neue Adresse zu bestätigen.", "Adresse bestätigen"),
                ]),
            try accountChanged(),
            try template(
                "welcome", "Welcome", ["en": "Welcome", "de": "Willkommen"],
                [
                    "en": "<p>Your account {{object.userName}} has been made.</p>",
                    "de": "<p>Ihr Konto {{object.userName}} wurde angelegt.</p>",
                ]),
        ]
    }

    /// A template whose messages have a link, by which a journey continues.
    ///
    /// None of these says anything that was typed by a person who hasn't proved to own the address: strangers would get texts of others'
    /// making.
    private static func linking(
        _ name: String, _ title: String, _ subjects: [String: String], _ texts: [String: (text: String, label: String)]
    ) throws(DomainError) -> EmailTemplate {
        let ends = [
            "en": "If you did not ask for this message, you can ignore it.",
            "de": "Wenn Sie diese Nachricht nicht angefordert haben, können Sie sie ignorieren.",
        ]
        let messages = texts.map { language, said in
            (language, "<p>\(said.text)</p><p><a href=\"{{object.resumeURI}}\">\(said.label)</a></p><p>\(ends[language] ?? "")</p>")
        }
        return try template(name, title, subjects, Dictionary(messages) { first, _ in first })
    }

    private static func template(
        _ name: String, _ title: String, _ subjects: [String: String], _ messages: [String: String]
    ) throws(DomainError) -> EmailTemplate {
        try EmailTemplate(
            name,
            [
                "displayName": .string(title), "enabled": true, "defaultLocale": "en", "from": "", "mimeType": "text/html",
                "subject": texts(subjects), "message": texts(messages), "html": .object(JSONObject()), "styles": "",
            ])
    }

    private static func texts(_ texts: [String: String]) -> JSONValue {
        .object(JSONObject(texts.sorted { $0.key > $1.key }.map { ($0.key, .string($0.value)) }))
    }
}
