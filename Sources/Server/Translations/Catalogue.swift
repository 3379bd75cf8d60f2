import Foundation
import Primitives

/// All texts of the server's own, in one language.
///
/// Each language is a file of JSON in `Languages`, which the program holds as text and decodes when it is first asked for. A text that
/// lacks is a decoding error; tests decode each language and compare it with the English one. It is a class, as are the texts of nodes, since a
/// value of some hundred texts would be copied for each that is asked for.
package final class Catalogue: Sendable, Decodable {
    /// Phrases of the pages.
    package let pages: Phrases
    /// Texts of the hosted pages for when something isn't as it should be.
    package let hosted: HostedPhrases
    /// Texts that nodes of journeys have of their own.
    package let nodes: NodePhrases
    /// Headings and labels of the journeys that a realm begins with, by name.
    package let journeys: [String: String]
    /// Names of the attributes that every realm begins with, by path.
    package let schema: [String: String]
    /// Security questions by their ids.
    package let questions: [String: String]
    /// Meanings of scopes, which end the sentence "The application asks for:".
    package let scopes: [String: String]
    /// Texts of mails about accounts.
    package let mails: MailPhrases
    /// Texts of messages about devices and second factors.
    package let notifications: NotificationPhrases
    /// Phrases of the phone's page.
    package let phone: PhonePhrases

    /// Decodes the texts of a language.
    /// - Throws: `DecodingError` for a text that lacks, and for plural forms that aren't the language's.
    static func decoded(_ language: Language, from json: String? = nil) throws -> Catalogue {
        let decoder = JSONDecoder()
        decoder.userInfo[Plural.language] = language
        return try decoder.decode(Catalogue.self, from: Data((json ?? language.json).utf8))
    }
}
