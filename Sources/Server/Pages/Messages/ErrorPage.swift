/// Tells a user that their way ends here, when there is no application to send them back to.
package struct ErrorPage: Sendable {
    package var language: Language
    /// The event and the remedy, in a sentence.
    package var message: String
    /// A code that a developer can look up, such as `redirect_uri_mismatch`.
    package var code: String?
    /// The reference to quote to the server's administrator: the request's identifier in its log.
    package var reference: String?
    /// The path at which to begin again.
    package var startPath: String?

    package init(language: Language = .english, message: String, code: String? = nil, reference: String? = nil, startPath: String? = nil) {
        self.language = language
        self.message = message
        self.code = code
        self.reference = reference
        self.startPath = startPath
    }
}
