package import JourneyMessages
import Primitives

/// The phrases about policies that a value doesn't keep to, in one language.
package struct PolicyPhrases: Sendable, Decodable {
    /// The sentences by the requirement's name, with the parameters in braces.
    package let sentences: [String: String]
    /// The sentence for a requirement that has none of its own; `{policy}` stands for its name.
    package let otherwise: String

    /// Words what a value lacks, as the end of a sentence.
    package func explanation(_ failed: FailedPolicy) -> String {
        let name = failed.requirement.name
        let sentence = sentences[name].map { [failed.requirement: $0] } ?? [:]
        return failed.explanation(sentence, otherwise: otherwise)
    }
}
