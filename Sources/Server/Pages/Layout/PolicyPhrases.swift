import JourneyMessages

/// The pages' phrases about policies that a value doesn't keep to, in one language.
struct PolicyPhrases: Sendable {
    /// The sentences by requirement, with the parameters in braces; nil for the kernel's own English.
    let sentences: [PolicyRequirement: String]?
    /// The sentence for a requirement that has none of its own.
    let otherwise: String

    static let english = PolicyPhrases(sentences: nil, otherwise: "")

    static let german = PolicyPhrases(sentences: FailedPolicy.german, otherwise: FailedPolicy.otherwiseInGerman)

    static let french = PolicyPhrases(sentences: FailedPolicy.french, otherwise: FailedPolicy.otherwiseInFrench)
}
