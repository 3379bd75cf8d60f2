package import Translations

/// Tells a user that a registration or a reset of the password has succeeded, and leads on.
package struct ConfirmationPage: Sendable {
    package var language: Language
    package var event: Event
    /// The address to which the page leads.
    package var destination: String
    /// The application to which the address belongs; nil for none.
    package var application: String?

    /// An event that has succeeded.
    package enum Event: Sendable, CaseIterable {
        case registered, passwordReset
    }

    package init(language: Language = .english, _ event: Event, destination: String, application: String? = nil) {
        self.language = language
        self.event = event
        self.destination = destination
        self.application = application
    }
}
