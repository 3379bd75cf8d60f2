package import Translations

/// Tells a user that their way ends here, when there is no application to send them back to.
package struct ErrorPage: Sendable {
    package var language: Language
    package var kind: Kind
    /// The event and the remedy, in a sentence.
    package var message: String
    /// A code that a developer can look up, such as `redirect_uri_mismatch`.
    package var code: String?
    /// The reference to quote to the server's administrator: the request's identifier in its log.
    package var reference: String?
    /// The facts for a developer.
    package var details: [Detail]
    /// The path at which to begin again.
    package var startPath: String?

    /// The kind of end that the page tells of.
    package enum Kind: Sendable {
        /// Something failed.
        case failure
        /// The address leads nowhere; the page says so in the user's language, in place of the message.
        case nothingThere
    }

    /// A fact for a developer.
    package struct Detail: Sendable {
        /// The name of the fact, a protocol's parameter.
        package var name: String
        /// The value as it came.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
        language: Language = .english, kind: Kind = .failure, message: String, code: String? = nil, reference: String? = nil,
        details: [Detail] = [], startPath: String? = nil
    ) {
        self.language = language
        self.kind = kind
        self.message = message
        self.code = code
        self.reference = reference
        self.details = details
        self.startPath = startPath
    }
}
