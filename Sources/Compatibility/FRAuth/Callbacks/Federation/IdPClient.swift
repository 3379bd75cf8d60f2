import JourneyMessages
import Primitives

/// The data for signing in at a provider.
public struct IdPClient: Sendable, Equatable {
    /// The provider's name in the server's configuration, such as `google-ios`.
    public let provider: String
    /// The app's client id at the provider.
    public let clientId: String
    /// The URI to which the provider's answer goes.
    public let redirectUri: String
    /// The scopes to ask the provider for.
    public let scopes: [String]?
    /// Must come back in the ID token.
    public let nonce: String?
    /// The authentication context classes to ask the provider for.
    public let acrValues: [String]?
    /// A request object, or where it is.
    public let request: String?
    /// The address of the request object.
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
