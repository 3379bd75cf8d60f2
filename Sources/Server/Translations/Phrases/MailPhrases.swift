/// The texts of the mails about accounts, in one language. Placeholders are those of a realm's own templates, `{{object.userName}}`.
package struct MailPhrases: Sendable, Decodable {
    /// The end of a mail with a link, for readers who asked for none.
    package let unasked: String
    /// The mail by which an address is confirmed before its account is made.
    package let registration: Linking
    /// The mail with the link to a new password.
    package let resetPassword: Linking
    /// The mail with the link to a first password.
    package let updatePassword: Linking
    /// The mail with the user name.
    package let forgottenUsername: Linking
    /// The mail by which a changed address is confirmed.
    package let confirmEmail: Linking
    /// The mail to the owner of a new account.
    package let welcome: Plain
    /// The mail about changes to an account.
    package let accountChanged: Changes
    /// The mail with a code for a new password.
    package let passwordRecovery: Code

    /// A mail with a link by which a journey continues.
    package struct Linking: Sendable, Decodable {
        /// The subject.
        package let subject: String
        /// The text.
        package let text: String
        /// The link's label.
        package let link: String
    }

    /// A mail of one sentence.
    package struct Plain: Sendable, Decodable {
        /// The subject.
        package let subject: String
        /// The text.
        package let text: String
    }

    /// The mail with a code for a new password.
    package struct Code: Sendable, Decodable {
        /// The subject.
        package let subject: String
        /// The text.
        package let text: String
        /// The end, for readers who asked for none.
        package let unasked: String
    }

    /// The mail that tells owners what was changed in their account: a sentence for each thing that may have been.
    package struct Changes: Sendable, Decodable {
        /// The subject.
        package let subject: String
        /// The sentence before the changes; `{{object.at}}` stands for the time.
        package let lead: String
        /// The sentence about the password.
        package let password: String
        /// The sentence about the address.
        package let mail: String
        /// The sentence about the user name.
        package let name: String
        /// The sentence about a new factor.
        package let factorAdded: String
        /// The sentence about a factor that is gone.
        package let factorRemoved: String
        /// The advice at the end.
        package let end: String
    }
}
