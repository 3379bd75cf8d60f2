import Primitives
import Translations

/// A way from a sign-on page to a journey by which people help themselves, or back.
package struct SelfServiceLink: Sendable, Equatable {
    /// The need of the user.
    package enum Purpose: Sendable, CaseIterable {
        case forgottenPassword, forgottenUsername, registration, passwordChange, passkey
        /// The ways back: to the sign-on page, to the account page, and to the beginning of the journey.
        case signIn, account, startAgain
    }

    package let purpose: Purpose
    /// The path of the journey's page.
    package let path: String

    package init(_ purpose: Purpose, path: String) {
        self.purpose = purpose
        self.path = path
    }
}

/// The same for a template.
struct LinkView {
    let linkPath: String
    let linkText: String

    init(_ link: SelfServiceLink, _ phrases: Phrases) {
        linkPath = link.path
        linkText =
            switch link.purpose {
            case .forgottenPassword: phrases.account.forgottenPassword
            case .forgottenUsername: phrases.account.forgottenUsername
            case .registration: phrases.account.createAccount
            case .passwordChange: phrases.account.changePassword
            case .passkey: phrases.passkeys.add
            case .signIn: phrases.form.backToSignIn
            case .account: phrases.form.backToAccount
            case .startAgain: phrases.form.startAgain
            }
    }
}
