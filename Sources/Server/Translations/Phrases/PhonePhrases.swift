/// The phrases of the phone's page, in one language.
package struct PhonePhrases: Sendable, Decodable {
    /// “Phone”
    package let phone: String
    /// “connected”
    package let connected: String
    /// “not connected”
    package let notConnected: String
    /// “offline”
    package let offline: String
    /// The request of `{user}`, who signs in to no application or to `{application}`.
    package let wantsToSignIn: String
    /// “{user} wants to sign in to {application}”
    package let wantsToSignInTo: String
    /// The source of the request; `{address}` stands for it.
    package let from: String
    /// “Number shown where you sign in”
    package let enterNumber: String
    /// “Which number is shown where you sign in?”
    package let whichNumber: String
    /// “Approve”
    package let approve: String
    /// “Deny”
    package let deny: String
    /// `{user}` stands for the user's name.
    package let signInAs: String
    /// “A code was scanned”
    package let codeScanned: String
    /// “You have signed in to the app. Shall this phone be paired, so that it counts as your second factor?”
    package let offer: String
    /// “Pair this phone”
    package let pairPhone: String
    /// “Not now”
    package let notNow: String
    /// “Go on”
    package let proceed: String
    /// “Passcode”
    package let passcode: String
    /// “Seconds left”
    package let secondsLeft: String
    /// “No pairings yet.”
    package let noPairings: String
    /// “Paired with”
    package let pairings: String
    /// “Unpair”
    package let unpair: String
    /// “Keys and passkeys”
    package let keys: String
    /// “Messages”
    package let messages: String
    /// “Add an account”
    package let add: String
    /// “Pairing key or address”
    package let pairingKey: String
    /// “Trust the server that it names”
    package let trustServer: String
    /// “Pair”
    package let pair: String
    /// “Authentication code, or the address of an account”
    package let code: String
    /// “Use code”
    package let useCode: String
    /// “Image of a QR code”
    package let image: String
    /// “Sign in”
    package let signIn: String
    /// “Sign-on policy”
    package let policy: String
    /// “the app’s own”
    package let ownPolicy: String
    /// “Sign in to the app”
    package let signInToApp: String
    /// “The phone itself”
    package let itself: String
    /// “Go offline”
    package let goOffline: String
    /// “Go online”
    package let goOnline: String
    /// “Reinstall the app”
    package let reinstall: String
    /// “Lose the phone”
    package let lose: String
    /// “A sign-in asks for approval”
    package let asksForApproval: String
    /// “Accounts”
    package let accounts: String
    /// “Next code”
    package let nextCode: String
    /// “Remove”
    package let remove: String
    /// “locked”
    package let locked: String
    /// “Code of”
    package let codeOf: String
    /// Phrases of the wallet's page.
    package let wallet: WalletPhrases
    /// Phrases of the page that verifies identity.
    package let identity: IdentityPhrases
}
