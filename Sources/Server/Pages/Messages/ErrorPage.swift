/// Tells somebody that their way ends here, when there is no application to send them back to.
package struct ErrorPage: Sendable {
    package var language: Language
    /// What happened and what to do, in a sentence.
    package var message: String
    /// A code that a developer can look up, such as `redirect_uri_mismatch`.
    package var code: String?
    /// What to quote to whoever runs the server: the request's identifier in its log.
    package var reference: String?
    /// Where to begin again.
    package var startPath: String?

    package init(
        language: Language = .english, message: String, code: String? = nil, reference: String? = nil, startPath: String? = nil
    ) {
        self.language = language
        self.message = message
        self.code = code
        self.reference = reference
        self.startPath = startPath
    }
}
