import Primitives

/// The SDK's configuration ("Ping SDK for iOS dynamic properties"). Endpoints are paths below ``url``, or absolute URLs.
public struct FROptions: Sendable, Equatable {
    /// The deployment's URL, such as `https://openam.example.com:8443/openam`.
    public var url: String
    /// The realm; `root` by default.
    public var realm: String
    /// Whether cookies are kept and sent; they are by default.
    public var enableCookie: Bool
    /// The name of the session cookie; `iPlanetDirectoryPro` by default.
    public var cookieName: String
    /// How many seconds a request may take; 30 by default.
    public var timeout: String
    public var authenticateEndpoint: String?
    public var authorizeEndpoint: String?
    public var tokenEndpoint: String?
    public var revokeEndpoint: String?
    public var userinfoEndpoint: String?
    public var sessionEndpoint: String?
    public var endSessionEndpoint: String?
    /// How many seconds before their expiry tokens are refreshed; 30 by default.
    public var oauthThreshold: String
    public var oauthClientId: String?
    public var oauthRedirectUri: String?
    /// Scopes, separated by spaces.
    public var oauthScope: String?
    public var keychainAccessGroup: String?
    /// The journey that `FRUser.login` runs.
    public var authServiceName: String?
    /// The journey that `FRUser.register` runs.
    public var registrationServiceName: String?
    /// SHA-256 hashes of the public keys that the server may have, in base64.
    public var sslPinningPublicKeyHashes: [String]?
    /// The discovery document that the endpoints came from.
    var discoveryURL: String?
    /// Where the document says that the keys are.
    var keysEndpoint: String?

    /// Makes options. Everything but the URL has a default.
    public init(
        url: String, realm: String = "root", enableCookie: Bool = true, cookieName: String = "iPlanetDirectoryPro",
        timeout: String = "30", authenticateEndpoint: String? = nil, authorizeEndpoint: String? = nil,
        tokenEndpoint: String? = nil, revokeEndpoint: String? = nil, userinfoEndpoint: String? = nil,
        sessionEndpoint: String? = nil, endSessionEndpoint: String? = nil, oauthThreshold: String = "30",
        oauthClientId: String? = nil, oauthRedirectUri: String? = nil, oauthScope: String? = nil,
        keychainAccessGroup: String? = nil, authServiceName: String? = nil, registrationServiceName: String? = nil,
        sslPinningPublicKeyHashes: [String]? = nil
    ) {
        self.url = url
        self.realm = realm
        self.enableCookie = enableCookie
        self.cookieName = cookieName
        self.timeout = timeout
        self.authenticateEndpoint = authenticateEndpoint
        self.authorizeEndpoint = authorizeEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.revokeEndpoint = revokeEndpoint
        self.userinfoEndpoint = userinfoEndpoint
        self.sessionEndpoint = sessionEndpoint
        self.endSessionEndpoint = endSessionEndpoint
        self.oauthThreshold = oauthThreshold
        self.oauthClientId = oauthClientId
        self.oauthRedirectUri = oauthRedirectUri
        self.oauthScope = oauthScope
        self.keychainAccessGroup = keychainAccessGroup
        self.authServiceName = authServiceName
        self.registrationServiceName = registrationServiceName
        self.sslPinningPublicKeyHashes = sslPinningPublicKeyHashes
    }
}
