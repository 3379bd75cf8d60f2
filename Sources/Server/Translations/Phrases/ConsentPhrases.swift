/// The phrases about what users let applications have.
package struct ConsentPhrases: Sendable, Decodable {
    /// “Allow access?”
    package let title: String
    /// The end of a sentence that begins with the application's name.
    package let asksFor: String
    /// The thing that a request without scopes asks for.
    package let identity: String
    /// “You go on to”
    package let leadsTo: String
    /// “Remember this, and don’t ask again”
    package let remember: String
    /// “Allow”
    package let allow: String
    /// “Don’t allow”
    package let deny: String
    /// A phrase of the account page.
    package let withdraw: String
}
