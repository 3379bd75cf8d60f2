/// The phrases that help with filling in a form, in one language.
package struct FormPhrases: Sendable, Decodable {
    /// The button that shows what is typed into a password field.
    package let show: String
    /// The line above a form whose labels have marks.
    package let requiredMark: String
    /// The rule for new passwords that no common one is taken.
    package let notCommon: String
    /// The first entry of a menu of which nothing is chosen yet.
    package let choose: String
    /// Links back.
    package let backToSignIn: String
    package let backToAccount: String
    package let startAgain: String
    /// The confirmations of a registration, and of a reset of the password.
    package let registeredTitle: String
    package let registeredText: String
    package let resetTitle: String
    package let resetText: String
}
