/// The phrases of the pages about one's own account.
package struct AccountPhrases: Sendable, Decodable {
    /// “Your account”
    package let title: String
    /// “Create an account”
    package let createAccount: String
    /// “Forgot your password?”
    package let forgottenPassword: String
    /// “Forgot your user name?”
    package let forgottenUsername: String
    /// “Profile”
    package let profile: String
    /// “Save”
    package let save: String
    /// “Your changes are saved.”
    package let saved: String
    /// “Sign in again”
    package let signInAgain: String
    /// “You signed in some time ago. To change something, sign in again.”
    package let stale: String
    /// “Change password”
    package let changePassword: String
    /// “Where you are signed in”
    package let sessions: String
    /// “Since”
    package let since: String
    /// “Last used”
    package let lastUsed: String
    /// “here”
    package let thisSession: String
    /// “Sign out”
    package let end: String
    /// “Sign out everywhere else”
    package let endOthers: String
    /// “Linked accounts”
    package let links: String
    /// “Remove”
    package let unlink: String
    /// “Sign-in and security”
    package let security: String
    /// “Password”
    package let password: String
    /// “Phones”
    package let phones: String
    /// “Authenticator apps”
    package let authenticators: String
    /// “Codes by message”
    package let messages: String
    /// “Recovery codes”
    package let recoveryCodes: String
    /// “Codes left:”
    package let codesLeft: String
    /// “Device without a name”
    package let unnamedDevice: String
    /// “Unknown program”
    package let unknownProgram: String
    /// “Signed in”
    package let signedIn: String
    /// “Apps and consents”
    package let applications: String
    /// “No application has asked for your consent.”
    package let noApplications: String
    /// “Your data”
    package let data: String
    /// “Download your data”
    package let download: String
    /// “Delete your account”
    package let deletion: String
    /// “Your profile, devices, sessions and consents are deleted for good.”
    package let deletionText: String
    /// “Your user name, to confirm”
    package let deletionName: String
    /// “Sections”
    package let sections: String
    /// “Address”
    package let address: String
    /// “More”
    package let more: String
    /// Phrases about how long ago something was.
    package let times: TimePhrases
}
