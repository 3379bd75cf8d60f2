package import JourneyMessages
import Primitives

/// The pages' own phrases, in one language. Where one stands before a name or a number, a space is between them.
package struct Phrases: Sendable, Decodable {
    /// “Gatehouse, an open identity server”
    package let footer: String
    /// “Sign in”
    package let signIn: String
    /// “A QR code for your phone”
    package let codeImage: String
    /// “Open in the app on this device”
    package let openInApp: String
    /// “Sign in with your phone”
    package let signInByPhone: String
    /// “Sign in by QR code”
    package let signInByCode: String
    /// “Sign in with an authenticator app”
    package let signInByApp: String
    /// “Sign out”
    package let signOut: String
    /// “Check your messages”
    package let checkMessages: String
    /// “Continue”
    package let proceed: String
    /// “Check again”
    package let checkAgain: String
    /// “Error”
    package let errorPrefix: String
    /// “to continue to”
    package let leadingTo: String
    /// “This page can’t show this step. Please use the app that you came from.”
    package let unsupported: String
    /// “This step checks that you are no robot, for which your browser must run JavaScript.”
    package let needsScript: String
    /// “Continue with”
    package let continueWith: String
    /// “Continue at”
    package let continueAt: String
    /// “Terms and conditions”
    package let terms: String
    /// “I accept the terms and conditions”
    package let acceptTerms: String
    /// “I agree that this is shared”
    package let shareData: String
    /// “Question”
    package let chooseQuestion: String
    /// “Or a question of your own”
    package let ownQuestion: String
    /// “Answer”
    package let answer: String
    /// Sentences about values that aren’t taken.
    package let policies: PolicyPhrases
    /// Phrases that help with a form.
    package let form: FormPhrases
    /// Phrases about passkeys.
    package let passkeys: PasskeyPhrases
    /// Phrases of the account page.
    package let account: AccountPhrases
    /// Phrases about consents.
    package let consent: ConsentPhrases
    /// Phrases of the pages of verifications.
    package let verification: VerificationPhrases

    /// “Welcome”
    package let welcomeTitle: String
    /// “This server signs people in to applications, with OpenID Connect and journeys.”
    package let welcomeText: String
    /// “Demonstration user”
    package let demonstration: String
    /// “Password”
    package let password: String
    /// “For applications”
    package let realms: String
    /// “Realm”
    package let realm: String
    /// “OpenID configuration”
    package let metadata: String
    /// “Signing keys”
    package let keys: String
    /// “Documentation”
    package let documentation: String

    /// “You are signed in”
    package let signedInTitle: String
    /// “Claims in your ID token”
    package let claims: String
    /// “Claim”
    package let claim: String
    /// “Value”
    package let value: String
    /// “Tokens”
    package let tokens: String
    /// “Token”
    package let token: String
    /// “Lifetime”
    package let lifetime: String
    /// “until revoked”
    package let noExpiry: String

    /// “That didn’t work”
    package let errorTitle: String
    /// “Code”
    package let errorCode: String
    /// “There is nothing here”
    package let nowhereTitle: String
    /// “The address may be mistyped, or the page may have moved.”
    package let nowhereText: String
    /// “Reference”
    package let reference: String
    /// “Back to the start”
    package let backToStart: String
    /// “Sign out?”
    package let signOutTitle: String
    /// “An application asks to end your session here, with all that was begun in it.”
    package let signOutText: String
    /// “Signed in as”
    package let signedInAs: String
    /// “Stay signed in”
    package let staySignedIn: String
    /// “You are signed out”
    package let signedOutTitle: String
    /// “Your session has ended, and the tokens that belonged to it are no longer valid.”
    package let signedOutText: String

    /// “{n} seconds”
    package let seconds: Plural
    /// “{n} minutes”
    package let minutes: Plural
    /// “{n} hours”
    package let hours: Plural
    /// “{n} days”
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
