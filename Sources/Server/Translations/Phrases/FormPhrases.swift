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
    /// “Back to your account”
    package let backToAccount: String
    /// “Start again”
    package let startAgain: String
    /// The confirmations of a registration, and of a reset of the password.
    package let registeredTitle: String
    /// “You are signed in with it.”
    package let registeredText: String
    /// “Your password is changed”
    package let resetTitle: String
    /// “From now on you sign in with the new one.”
    package let resetText: String
}
