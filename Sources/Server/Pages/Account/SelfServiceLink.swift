/// A way from a sign-on page to a journey by which people help themselves.
package struct SelfServiceLink: Sendable, Equatable {
    package enum Purpose: Sendable, CaseIterable {
        case forgottenPassword, forgottenUsername, registration, passwordChange
    }

    package let purpose: Purpose
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

    init(_ link: SelfServiceLink, _ phrases: AccountPhrases) {
        linkPath = link.path
        linkText =
            switch link.purpose {
            case .forgottenPassword: phrases.forgottenPassword
            case .forgottenUsername: phrases.forgottenUsername
            case .registration: phrases.createAccount
            case .passwordChange: phrases.changePassword
            }
    }
}
