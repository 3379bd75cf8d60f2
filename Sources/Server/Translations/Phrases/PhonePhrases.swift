/// The phrases of the phone's page, in one language.
package struct PhonePhrases: Sendable, Decodable {
    package let phone: String
    package let connected: String
    package let notConnected: String
    package let offline: String
    /// The request of `{user}`, who signs in to no application or to `{application}`.
    package let wantsToSignIn: String
    package let wantsToSignInTo: String
    /// The source of the request; `{address}` stands for it.
    package let from: String
    package let enterNumber: String
    package let whichNumber: String
    package let approve: String
    package let deny: String
    /// `{user}` stands for the user's name.
    package let signInAs: String
    package let codeScanned: String
    package let offer: String
    package let pairPhone: String
    package let notNow: String
    package let proceed: String
    package let passcode: String
    package let secondsLeft: String
    package let noPairings: String
    package let pairings: String
    package let unpair: String
    package let keys: String
    package let messages: String
    package let add: String
    package let pairingKey: String
    package let trustServer: String
    package let pair: String
    package let code: String
    package let useCode: String
    package let image: String
    package let signIn: String
    package let policy: String
    package let ownPolicy: String
    package let signInToApp: String
    package let itself: String
    package let goOffline: String
    package let goOnline: String
    package let reinstall: String
    package let lose: String
    package let asksForApproval: String
    package let accounts: String
    package let nextCode: String
    package let remove: String
    package let locked: String
    package let codeOf: String
}
