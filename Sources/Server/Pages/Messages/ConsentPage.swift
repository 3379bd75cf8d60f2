import Primitives
package import Translations

/// Asks a user whether an application may have what it asks for.
package struct ConsentPage: Sendable {
    package var language: Language
    /// The application's name.
    package var application: String
    /// The place to which the browser goes afterwards: a web address's host, or an app's scheme.
    package var destination: String
    /// The name of the user who is asked.
    package var name: String
    /// The things that the application asks for, in words, one scope a line. Without any it is told that the application learns who the user
    /// is.
    package var scopes: [String]
    package var form: PageForm
    package var fields: Fields

    /// The names and values of the form's fields.
    package struct Fields: Sendable {
        /// The name of the field with the ticket.
        package let ticket: String
        /// The name of the field with the decision.
        package let decision: String
        /// The value of the decision to let the application in.
        package let allow: String
        /// The value of the decision to refuse.
        package let deny: String
        /// The name of the field that asks to remember the consent.
        package let remember: String

        package init(ticket: String, decision: String, allow: String, deny: String, remember: String) {
            self.ticket = ticket
            self.decision = decision
            self.allow = allow
            self.deny = deny
            self.remember = remember
        }
    }

    package init(
        language: Language = .english, application: String, destination: String, name: String, scopes: [String], form: PageForm,
        fields: Fields
    ) {
        self.language = language
        self.application = application
        self.destination = destination
        self.name = name
        self.scopes = scopes
        self.form = form
        self.fields = fields
    }
}
