/// The phrases about what users let applications have.
package struct ConsentPhrases: Sendable, Decodable {
    package let title: String
    /// The end of a sentence that begins with the application's name.
    package let asksFor: String
    /// The thing that a request without scopes asks for.
    package let identity: String
    package let leadsTo: String
    package let remember: String
    package let allow: String
    package let deny: String
    /// A phrase of the account page.
    package let withdraw: String
}
