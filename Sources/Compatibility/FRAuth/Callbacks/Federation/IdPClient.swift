import JourneyMessages
import Primitives

/// The data for signing in at a provider.
public struct IdPClient: Sendable, Equatable {
    /// The provider's name in the server's configuration, such as `google-ios`.
    public let provider: String
    public let clientId: String
    public let redirectUri: String
    public let scopes: [String]?
    /// Must come back in the ID token.
    public let nonce: String?
    public let acrValues: [String]?
    /// A request object, or where it is.
    public let request: String?
    public let requestUri: String?
    /// Whether the token may be a JSON text with more than the token.
    public let acceptsJSON: Bool

    init(_ signIn: ProviderSignIn) {
        provider = signIn.provider
        clientId = signIn.clientID
        redirectUri = signIn.redirectURI
        scopes = signIn.scopes
        nonce = signIn.nonce
        acrValues = signIn.acrValues
        request = signIn.request
        requestUri = signIn.requestURI
        acceptsJSON = signIn.acceptsJSON
    }
}
