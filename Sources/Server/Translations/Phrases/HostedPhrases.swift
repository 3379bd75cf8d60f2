/// The texts of the hosted pages for when something isn't as it should be, in one language.
package struct HostedPhrases: Sendable, Decodable {
    package let wrongAnswer: String
    package let startedAnew: String
    package let leadsElsewhere: String
    package let signInBroken: String
    package let linkHeading: String
    package let linkOpened: String
    package let changedMeanwhile: String
    package let linkUsed: String
}
