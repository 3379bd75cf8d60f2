/// The phrases of the wallet's page on the phone, in one language. A name in braces stands for what has that name.
package struct WalletPhrases: Sendable, Decodable {
    /// “Wallet of {name}”
    package let title: String
    /// “Wallet”
    package let wallet: String
    /// “This wallet has joined no server yet.”
    package let joinedNone: String
    /// “Its id is {id}”
    package let id: String
    /// “A request”
    package let request: String
    /// “{service} asks.”
    package let asks: String
    /// “It has issued your claim {claim}.”
    package let hasIssued: String
    /// “It says why: {reason}”
    package let says: String
    /// “It doesn’t say why.”
    package let saysNothing: String
    /// “It asks for: {what}”
    package let asksFor: String
    /// “nothing in particular”
    package let nothing: String
    /// “This wallet has no claim to share.”
    package let nothingToShare: String
    /// “Share what is chosen”
    package let share: String
    /// “Share nothing”
    package let shareNothing: String
    /// “signed by {issuer}”
    package let signedBy: String
    /// “In your own words”
    package let ownWords: String
    /// “which nothing proves”
    package let unproven: String
    /// “No claims yet: services issue them to this wallet’s id.”
    package let noClaims: String
    /// “Claims”
    package let claims: String
    /// “Ask the log about all of them”
    package let askLog: String
    /// “Picture of {claim}”
    package let picture: String
    /// “Asked the log {time}”
    package let logAsked: String
    /// “The log wasn’t asked yet”
    package let logNotAsked: String
    /// “issued by {issuer}”
    package let issuedBy: String
    /// “Good”
    package let good: String
    /// “Good until {time}”
    package let goodUntil: String
    /// “Not good since {time}”
    package let notGoodSince: String
    /// “What was shared”
    package let shared: String
    /// “to {service}”
    package let sharedWith: String
    /// “not delivered: {reason}”
    package let notDelivered: String
    /// “Forget all of it”
    package let forget: String
    /// “Address of a server for wallets”
    package let address: String
    /// “Join”
    package let join: String
    /// “Request of a service”
    package let requestText: String
    /// “Read it”
    package let read: String
    /// “a picture”
    package let aPicture: String
    /// “Claim”
    package let claim: String
    /// “{n} requests”
    package let requestCount: Plural
    /// “{n} claims”
    package let claimCount: Plural
}
