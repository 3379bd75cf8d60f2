/// The texts of the hosted pages for when something isn't as it should be, in one language.
package struct HostedPhrases: Sendable, Decodable {
    /// “That did not work. Check what you entered and try again.”
    package let wrongAnswer: String
    /// “The sign-in took too long or was begun elsewhere. Please start again here.”
    package let startedAnew: String
    /// “The link that brought you here leads on to a place …”
    package let leadsElsewhere: String
    /// “This sign-in was not begun here, or too long ago. Please start again.”
    package let signInBroken: String
    /// “Go on”
    package let linkHeading: String
    /// “You opened a link that was sent to you. It works once; go on only if you asked for it.”
    package let linkOpened: String
    /// “Your account was changed elsewhere meanwhile. Look at it again.”
    package let changedMeanwhile: String
    /// “This link was used already or is too old. Please start again.”
    package let linkUsed: String
}
