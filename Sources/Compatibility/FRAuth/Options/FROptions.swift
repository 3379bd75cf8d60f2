public import Foundation

/// The SDK's configuration ("Ping SDK for iOS dynamic properties"). Endpoints are paths below ``url``, or absolute URLs.
///
/// It is encoded with the names that the property list has. The SDK works with a copy: changes after the start have no effect.
open class FROptions: NSObject, Codable, @unchecked Sendable {  // a started SDK has a copy, which is never changed
    /// The deployment's URL, such as `https://openam.example.com:8443/openam`.
    public var url: String
    /// The realm; `root` by default.
    public var realm: String
    /// Whether cookies are kept and sent; they are by default.
    public var enableCookie: Bool
    /// The name of the session cookie; `iPlanetDirectoryPro` by default.
    public var cookieName: String
    /// The number of seconds that a request may take; 30 by default.
    public var timeout: String
    /// The path or absolute URL of the authenticate endpoint; nil for the server's usual one.
    public var authenticateEndpoint: String?
    /// The path or absolute URL of the authorize endpoint; nil for the server's usual one.
    public var authorizeEndpoint: String?
    /// The path or absolute URL of the token endpoint; nil for the server's usual one.
    public var tokenEndpoint: String?
    /// The path or absolute URL of the revoke endpoint; nil for the server's usual one.
    public var revokeEndpoint: String?
    /// The path or absolute URL of the userinfo endpoint; nil for the server's usual one.
    public var userinfoEndpoint: String?
    /// The path or absolute URL of the session endpoint; nil for the server's usual one.
    public var sessionEndpoint: String?
    /// The path or absolute URL of the end session endpoint; nil for the server's usual one.
    public var endSessionEndpoint: String?
    /// The journey that `FRUser.login` runs.
    public var authServiceName: String
    /// The journey that `FRUser.register` runs.
    public var registrationServiceName: String
    /// The number of seconds before their expiry at which tokens are refreshed; 30 by default.
    public var oauthThreshold: String?
    /// The app's client id at the OAuth 2.0 server.
    public var oauthClientId: String?
    /// The redirect URI that is registered for the client.
    public var oauthRedirectUri: String?
    /// The URI to which the browser comes back from signing out ("User Logout"); nil when it isn't asked to sign out.
    public var oauthSignoutRedirectUri: String?
    /// Scopes, separated by spaces.
    public var oauthScope: String?
    /// The keychain access group in which apps share session and device identifier; nil when they share nothing.
    public var keychainAccessGroup: String?
    /// SHA-256 hashes of the public keys that the server may have, in base64.
    public var sslPinningPublicKeyHashes: [String]?
    /// The name that the server gives itself, where that is neither the deployment's address nor an endpoint's: the issuer of its discovery
    /// document. It is no property of the documented SDK, which doesn't look.
    public var oauthIssuer: String?
    /// The discovery document that the endpoints came from.
    var discoveryURL: String?
    /// The URL of the keys, as the document says.
    var keysEndpoint: String?

    /// Makes options, in the order of the reference. Everything but the URL has a default.
    public init(
        url: String, realm: String = "root", enableCookie: Bool = true, cookieName: String? = nil, timeout: String = "30",
        authenticateEndpoint: String? = nil, authorizeEndpoint: String? = nil, tokenEndpoint: String? = nil,
        revokeEndpoint: String? = nil, userinfoEndpoint: String? = nil, sessionEndpoint: String? = nil,
        endSessionEndpoint: String? = nil, authServiceName: String? = nil, registrationServiceName: String? = nil,
        oauthThreshold: String? = nil, oauthClientId: String? = nil, oauthRedirectUri: String? = nil,
        oauthSignoutRedirectUri: String? = nil, oauthScope: String? = nil, keychainAccessGroup: String? = nil,
        sslPinningPublicKeyHashes: [String]? = nil
    ) {
        self.url = url
        self.realm = realm
        self.enableCookie = enableCookie
        self.cookieName = cookieName ?? "iPlanetDirectoryPro"
        self.timeout = timeout
        self.authenticateEndpoint = authenticateEndpoint
        self.authorizeEndpoint = authorizeEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.revokeEndpoint = revokeEndpoint
        self.userinfoEndpoint = userinfoEndpoint
        self.sessionEndpoint = sessionEndpoint
        self.endSessionEndpoint = endSessionEndpoint
        self.authServiceName = authServiceName ?? ""
        self.registrationServiceName = registrationServiceName ?? ""
        self.oauthThreshold = oauthThreshold ?? "30"
        self.oauthClientId = oauthClientId
        self.oauthRedirectUri = oauthRedirectUri
        self.oauthSignoutRedirectUri = oauthSignoutRedirectUri
        self.oauthScope = oauthScope
        self.keychainAccessGroup = keychainAccessGroup
        self.sslPinningPublicKeyHashes = sslPinningPublicKeyHashes
    }

    private enum CodingKeys: String, CodingKey {
        case url = "forgerock_url"
        case realm = "forgerock_realm"
        case enableCookie = "forgerock_enable_cookie"
        case cookieName = "forgerock_cookie_name"
        case timeout = "forgerock_timeout"
        case authenticateEndpoint = "forgerock_authenticate_endpoint"
        case authorizeEndpoint = "forgerock_authorize_endpoint"
        case tokenEndpoint = "forgerock_token_endpoint"
        case revokeEndpoint = "forgerock_revoke_endpoint"
        case userinfoEndpoint = "forgerock_userinfo_endpoint"
        case sessionEndpoint = "forgerock_session_endpoint"
        case endSessionEndpoint = "forgerock_endsession_endpoint"
        case authServiceName = "forgerock_auth_service_name"
        case registrationServiceName = "forgerock_registration_service_name"
        case oauthThreshold = "forgerock_oauth_threshold"
        case oauthClientId = "forgerock_oauth_client_id"
        case oauthRedirectUri = "forgerock_oauth_redirect_uri"
        case oauthSignoutRedirectUri = "forgerock_oauth_sign_out_redirect_uri"
        case oauthScope = "forgerock_oauth_scope"
        case keychainAccessGroup = "forgerock_keychain_access_group"
        case sslPinningPublicKeyHashes = "forgerock_ssl_pinning_public_key_hashes"
        case oauthIssuer = "gatehouse_oauth_issuer"
        case discoveryURL = "gatehouse_discovery"
        case keysEndpoint = "gatehouse_keys"
    }

    /// Whether two options say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? FROptions else { return false }
        return NSDictionary(dictionary: properties).isEqual(to: other.properties)
    }

    open override var hash: Int { url.hashValue }
}

extension FROptions {
    /// Makes options, in the order of "Configure the SDKs dynamically", where the journeys come last.
    @_disfavoredOverload
    public convenience init(
        url: String, realm: String = "root", enableCookie: Bool = true, cookieName: String? = nil, timeout: String = "30",
        authenticateEndpoint: String? = nil, authorizeEndpoint: String? = nil, tokenEndpoint: String? = nil,
        revokeEndpoint: String? = nil, userinfoEndpoint: String? = nil, sessionEndpoint: String? = nil,
        endSessionEndpoint: String? = nil, oauthThreshold: String? = nil, oauthClientId: String? = nil,
        oauthRedirectUri: String? = nil, oauthSignoutRedirectUri: String? = nil, oauthScope: String? = nil,
        keychainAccessGroup: String? = nil, authServiceName: String? = nil, registrationServiceName: String? = nil,
        sslPinningPublicKeyHashes: [String]? = nil
    ) {
        self.init(
            url: url, realm: realm, enableCookie: enableCookie, cookieName: cookieName, timeout: timeout,
            authenticateEndpoint: authenticateEndpoint, authorizeEndpoint: authorizeEndpoint, tokenEndpoint: tokenEndpoint,
            revokeEndpoint: revokeEndpoint, userinfoEndpoint: userinfoEndpoint, sessionEndpoint: sessionEndpoint,
            endSessionEndpoint: endSessionEndpoint, authServiceName: authServiceName,
            registrationServiceName: registrationServiceName, oauthThreshold: oauthThreshold, oauthClientId: oauthClientId,
            oauthRedirectUri: oauthRedirectUri, oauthSignoutRedirectUri: oauthSignoutRedirectUri, oauthScope: oauthScope,
            keychainAccessGroup: keychainAccessGroup, sslPinningPublicKeyHashes: sslPinningPublicKeyHashes)
    }

    /// Makes options, in the order of the tutorials, where the cookie's name comes before the realm.
    @_disfavoredOverload
    public convenience init(
        url: String, cookieName: String, realm: String, oauthClientId: String? = nil, oauthRedirectUri: String? = nil,
        oauthScope: String? = nil, authServiceName: String? = nil, registrationServiceName: String? = nil
    ) {
        self.init(
            url: url, realm: realm, cookieName: cookieName, authServiceName: authServiceName,
            registrationServiceName: registrationServiceName, oauthClientId: oauthClientId, oauthRedirectUri: oauthRedirectUri,
            oauthScope: oauthScope)
    }

    /// The same options in an object of their own.
    func copied() -> FROptions {
        let copy = FROptions(
            url: url, realm: realm, enableCookie: enableCookie, cookieName: cookieName, timeout: timeout,
            authenticateEndpoint: authenticateEndpoint, authorizeEndpoint: authorizeEndpoint, tokenEndpoint: tokenEndpoint,
            revokeEndpoint: revokeEndpoint, userinfoEndpoint: userinfoEndpoint, sessionEndpoint: sessionEndpoint,
            endSessionEndpoint: endSessionEndpoint, authServiceName: authServiceName,
            registrationServiceName: registrationServiceName, oauthThreshold: oauthThreshold, oauthClientId: oauthClientId,
            oauthRedirectUri: oauthRedirectUri, oauthSignoutRedirectUri: oauthSignoutRedirectUri, oauthScope: oauthScope,
            keychainAccessGroup: keychainAccessGroup, sslPinningPublicKeyHashes: sslPinningPublicKeyHashes)
        (copy.oauthIssuer, copy.discoveryURL, copy.keysEndpoint) = (oauthIssuer, discoveryURL, keysEndpoint)
        return copy
    }
}
