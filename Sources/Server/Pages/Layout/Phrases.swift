import JourneyMessages
import Primitives

/// The pages' own phrases, in one language.
struct Phrases: Sendable {
    let language: Language
    let footer: String
    let signIn: String
    let codeImage: String
    let openInApp: String
    let signInByPhone: String
    let signInByCode: String
    let signInByApp: String
    let signOut: String
    let checkMessages: String
    let proceed: String
    let checkAgain: String
    let errorPrefix: String
    let leadingTo: String
    let unsupported: String
    let needsScript: String
    let continueWith: String
    let continueAt: String
    let terms: String
    let acceptTerms: String
    let shareData: String
    let chooseQuestion: String
    let ownQuestion: String
    let answer: String
    let policies: PolicyPhrases
    let form: FormPhrases
    let passkeys: PasskeyPhrases
    let account: AccountPhrases
    let consent: ConsentPhrases
    let verification: VerificationPhrases

    let welcomeTitle: String
    let welcomeText: String
    let demonstration: String
    let password: String
    let realms: String
    let realm: String
    let metadata: String
    let keys: String
    let documentation: String

    let signedInTitle: String
    let claims: String
    let claim: String
    let value: String
    let tokens: String
    let token: String
    let lifetime: String
    let noExpiry: String

    let errorTitle: String
    let errorCode: String
    let nowhereTitle: String
    let nowhereText: String
    let reference: String
    let backToStart: String
    let signOutTitle: String
    let signOutText: String
    let signedInAs: String
    let staySignedIn: String
    let signedOutTitle: String
    let signedOutText: String

    let seconds: Plural
    let minutes: Plural
    let hours: Plural
    let days: Plural

    /// A unit after 1 and after any other number.
    struct Plural: Sendable {
        let one: String
        let many: String

        init(_ one: String, _ many: String) {
            self.one = one
            self.many = many
        }

        func callAsFunction(_ count: Int) -> String { "\(count) \(count == 1 ? one : many)" }
    }

    /// Words what a value lacks, as a line of its own.
    func sentence(_ failed: FailedPolicy) -> String {
        let sentence = policies.sentences.map { failed.explanation($0, otherwise: policies.otherwise) } ?? failed.explanation
        return (sentence.first?.uppercased() ?? "") + sentence.dropFirst()
    }

    /// A lifetime in the largest unit that states it exactly, up to days.
    func duration(seconds count: Int) -> String {
        let units: [(size: Int, name: Plural)] = [(86_400, days), (3_600, hours), (60, minutes)]
        for unit in units where count >= unit.size && count.isMultiple(of: unit.size) { return unit.name(count / unit.size) }
        return seconds(count)
    }
}
