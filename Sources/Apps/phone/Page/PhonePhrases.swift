import Primitives

/// The phrases of the phone's page, in one language. In the functions' texts all that they are given is HTML already.
struct PhonePhrases: Sendable {
    /// The language's tag, for the page.
    let tag: String
    let phone: String
    let connected: String
    let notConnected: String
    let offline: String
    /// The request of a user who signs in, perhaps to an application, and its source.
    let wantsToSignIn: @Sendable (_ user: String, _ application: String?) -> String
    let from: @Sendable (String) -> String
    let enterNumber: String
    let whichNumber: String
    let approve: String
    let deny: String
    let signInAs: @Sendable (String) -> String
    let codeScanned: String
    let offer: String
    let pairPhone: String
    let notNow: String
    let proceed: String
    let passcode: String
    let secondsLeft: String
    let noPairings: String
    let pairings: String
    let unpair: String
    let keys: String
    let messages: String
    let add: String
    let pairingKey: String
    let trustServer: String
    let pair: String
    let code: String
    let useCode: String
    let image: String
    let signIn: String
    let policy: String
    let ownPolicy: String
    let signInToApp: String
    let itself: String
    let goOffline: String
    let goOnline: String
    let reinstall: String
    let lose: String
    let asksForApproval: String
    let accounts: String
    let nextCode: String
    let remove: String
    let locked: String
    let codeOf: String

    /// The phrases for the first range of an `Accept-Language` header (RFC 9110 §12.5.4) that there are any for; English else.
    static func of(acceptLanguage header: String?) -> PhonePhrases {
        let tags = (header ?? "").split(separator: ",", maxSplits: 16).prefix(16)
        for tag in tags.map({ $0.drop(while: \.isWhitespace).lowercased() }) {
            for phrases in [english, german, french] where tag.hasPrefix(phrases.tag) { return phrases }
        }
        return english
    }
}
