public import Primitives

/// `IdPCallback`: asks the app to sign in at a provider, with the provider's own library, and to bring a token.
public struct ProviderSignIn: Question {
    /// The type of callback that asks this, ``CallbackType/identityProvider``.
    public static var type: CallbackType { .identityProvider }

    /// The provider's name, such as `google-ios`.
    public var provider: String
    /// The app's client id at the provider.
    public var clientID: String
    /// The URI to which the provider's answer goes.
    public var redirectURI: String
    /// The scopes to ask the provider for; empty when the server sent none.
    public var scopes: [String]
    /// Must come back in the ID token.
    public var nonce: String
    /// The authentication context classes to ask the provider for; empty for none.
    public var acrValues: [String]
    /// A request object, or where it is; empty when there is none.
    public var request: String
    /// The address of the request object; empty when there is none.
    public var requestURI: String
    /// Whether the token may be a JSON text with more than the token, as Apple's answers have.
    public var acceptsJSON: Bool

    /// Makes a sign-in at a provider of its members, which are taken unchecked. By default `acrValues`, `request` and `requestURI` are
    /// empty, and `acceptsJSON` is `false`.
    public init(
        _ provider: String, clientID: String, redirectURI: String, scopes: [String], nonce: String, acrValues: [String] = [],
        request: String = "", requestURI: String = "", acceptsJSON: Bool = false
    ) {
        self.provider = provider
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.nonce = nonce
        self.acrValues = acrValues
        self.request = request
        self.requestURI = requestURI
        self.acceptsJSON = acceptsJSON
    }

    /// Reads the wire form; nil without `provider`, `clientId` or `redirectUri` in the documented form.
    public init?(_ callback: Callback) {
        guard let provider = callback.text("provider"), let clientID = callback.text("clientId"),
            let redirectURI = callback.text("redirectUri")
        else { return nil }
        self.init(
            provider, clientID: clientID, redirectURI: redirectURI, scopes: callback.texts("scopes") ?? [],
            nonce: callback.text("nonce") ?? "", acrValues: callback.texts("acrValues") ?? [],
            request: callback.text("request") ?? "", requestURI: callback.text("requestUri") ?? "",
            acceptsJSON: callback.flag("acceptsJSON") ?? false)
    }

    /// The wire form, its inputs not yet numbered; the outputs are `provider`, `clientId`, `redirectUri`, `scopes`, `nonce`, `acrValues`,
    /// `request`, `requestUri` and `acceptsJSON`.
    public var callback: Callback {
        Callback(
            Self.type,
            output: [
                .init("provider", provider), .init("clientId", clientID), .init("redirectUri", redirectURI),
                .init("scopes", scopes), .init("nonce", nonce), .init("acrValues", acrValues), .init("request", request),
                .init("requestUri", requestURI), .init("acceptsJSON", acceptsJSON),
            ], input: [.empty("token"), .empty("token_type")])
    }

    /// The inputs that carry the answer: `token` and `token_type`.
    public func inputs(for answer: ProviderToken) -> [Callback.Field] {
        [.init("token", answer.token.reveal()), .init("token_type", answer.type.name)]
    }

    /// nil also when only one of token and type was given.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when an input is no text; ``JourneyMessageError/Code/tooLarge`` when it is too
    ///   long.
    public func answer(in given: GivenInputs) throws(JourneyMessageError) -> ProviderToken? {
        let token = try given.secret("token", limit: StepLimits.document)
        let type = try given.text("token_type", limit: 64)
        guard let token, let type else { return nil }
        return ProviderToken(token, ProviderToken.Kind(name: type))
    }
}

/// The token that a provider handed out.
public struct ProviderToken: Sendable, Equatable {
    /// The token, or with `acceptsJSON` perhaps a JSON text that holds it; at most ``StepLimits/document`` bytes.
    public var token: Secret
    /// The kind of the token, `token_type` on the wire.
    public var type: Kind

    /// Makes a provider token of its members, which are taken unchecked.
    public init(_ token: Secret, _ type: Kind) {
        self.token = token
        self.type = type
    }

    /// The kind of the token.
    public struct Kind: Sendable, Hashable {
        /// The kind's name on the wire; any text is one.
        public let name: String

        /// Makes a kind of its `name`, which is taken unchecked.
        public init(name: String) { self.name = name }

        /// An ID token, `id_token` on the wire.
        public static let idToken = Kind(name: "id_token")
        /// An access token, `access_token` on the wire.
        public static let accessToken = Kind(name: "access_token")
        /// An authorization code, `authorization_code` on the wire.
        public static let authorizationCode = Kind(name: "authorization_code")
    }
}
