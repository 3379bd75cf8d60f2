package import JourneyMessages
import Primitives

/// The pages' own phrases, in one language. Where one stands before a name or a number, a space is between them.
package struct Phrases: Sendable, Decodable {
    package let footer: String
    package let signIn: String
    package let codeImage: String
    package let openInApp: String
    package let signInByPhone: String
    package let signInByCode: String
    package let signInByApp: String
    package let signOut: String
    package let checkMessages: String
    package let proceed: String
    package let checkAgain: String
    package let errorPrefix: String
    package let leadingTo: String
    package let unsupported: String
    package let needsScript: String
    package let continueWith: String
    package let continueAt: String
    package let terms: String
    package let acceptTerms: String
    package let shareData: String
    package let chooseQuestion: String
    package let ownQuestion: String
    package let answer: String
    package let policies: PolicyPhrases
    package let form: FormPhrases
    package let passkeys: PasskeyPhrases
    package let account: AccountPhrases
    package let consent: ConsentPhrases
    package let verification: VerificationPhrases

    package let welcomeTitle: String
    package let welcomeText: String
    package let demonstration: String
    package let password: String
    package let realms: String
    package let realm: String
    package let metadata: String
    package let keys: String
    package let documentation: String

    package let signedInTitle: String
    package let claims: String
    package let claim: String
    package let value: String
    package let tokens: String
    package let token: String
    package let lifetime: String
    package let noExpiry: String

    package let errorTitle: String
    package let errorCode: String
    package let nowhereTitle: String
    package let nowhereText: String
    package let reference: String
    package let backToStart: String
    package let signOutTitle: String
    package let signOutText: String
    package let signedInAs: String
    package let staySignedIn: String
    package let signedOutTitle: String
    package let signedOutText: String

    package let seconds: Plural
    package let minutes: Plural
    package let hours: Plural
    package let days: Plural

    /// The name of the choice of a language.
    package let languageTitle: String

    /// The language, which the rules of its plurals go by.
    package var language: Language { seconds.language }

    /// Words what a value lacks, as a line of its own.
    package func sentence(_ failed: FailedPolicy) -> String {
        language.capitalized(policies.explanation(failed))
    }

    /// A lifetime in the largest unit that states it exactly, up to days.
    package func duration(seconds count: Int) -> String {
        let units: [(size: Int, name: Plural)] = [(86_400, days), (3_600, hours), (60, minutes)]
        for unit in units where count >= unit.size && count.isMultiple(of: unit.size) { return unit.name(count / unit.size) }
        return seconds(count)
    }
}
