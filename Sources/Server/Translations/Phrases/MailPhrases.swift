/// The texts of the mails about accounts, in one language. Placeholders are those of a realm's own templates, `{{object.userName}}`.
package struct MailPhrases: Sendable, Decodable {
    /// The end of a mail with a link, for readers who asked for none.
    package let unasked: String
    package let registration: Linking
    package let resetPassword: Linking
    package let updatePassword: Linking
    package let forgottenUsername: Linking
    package let confirmEmail: Linking
    package let welcome: Plain
    package let accountChanged: Changes
    package let passwordRecovery: Code

    /// A mail with a link by which a journey continues.
    package struct Linking: Sendable, Decodable {
        package let subject: String
        package let text: String
        /// The link's label.
        package let link: String
    }

    /// A mail of one sentence.
    package struct Plain: Sendable, Decodable {
        package let subject: String
        package let text: String
    }

    /// The mail with a code for a new password.
    package struct Code: Sendable, Decodable {
        package let subject: String
        package let text: String
        /// The end, for readers who asked for none.
        package let unasked: String
    }

    /// The mail that tells owners what was changed in their account: a sentence for each thing that may have been.
    package struct Changes: Sendable, Decodable {
        package let subject: String
        package let lead: String
        package let password: String
        package let mail: String
        package let name: String
        package let factorAdded: String
        package let factorRemoved: String
        package let end: String
    }
}
