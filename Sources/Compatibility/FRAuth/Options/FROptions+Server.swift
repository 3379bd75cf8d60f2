import DeviceFoundation
import Foundation
import Primitives

extension FROptions {
    /// Returns the address of everything, with the documented default paths, which name the realm literally.
    func serverAddress() throws -> ServerAddress {
        try check()
        return ServerAddress(
            url, realm: realm, cookieName: cookieName,
            paths: [
                .authenticate: getAuthenticateEndpoint(), .sessions: getSessionEndpoint(), .authorize: getAuthorizeEndpoint(),
                .token: getTokenEndpoint(), .revoke: getRevokeEndpoint(), .userInfo: getUserinfoEndpoint(),
                .endSession: getEndSessionEndpoint(), .discovery: discoveryURL ?? oauthPath(".well-known/openid-configuration"),
                .jwks: keysEndpoint ?? oauthPath("connect/jwk_uri"),
            ], issuer: oauthIssuer)
    }

    /// "The SDK throws an exception if you provide an empty string for a required property."
    private func check() throws {
        guard discoveryURL != nil || URL(string: url)?.host() != nil else {
            throw ConfigError.invalidConfiguration("forgerock_url is \"\(url)\"; it must be the URL of the server")
        }
        for (name, value) in [("forgerock_realm", realm), ("forgerock_cookie_name", cookieName)] where value.isEmpty {
            throw ConfigError.invalidConfiguration("\(name) is empty")
        }
        for (name, value) in [("forgerock_oauth_client_id", oauthClientId), ("forgerock_oauth_redirect_uri", oauthRedirectUri)]
        where value?.isEmpty == true {
            throw ConfigError.invalidConfiguration("\(name) is empty")
        }
    }

    /// The OAuth 2.0 client; nil when its scope is missing, or its redirect URI is missing or no URI.
    var oauthClient: (id: String, redirect: String)? {
        guard let id = oauthClientId, oauthScope != nil, let redirect = oauthRedirectUri, URL(string: redirect)?.scheme != nil else {
            return nil
        }
        return (id, redirect)
    }

    var scopes: [String] { (oauthScope ?? "").split(separator: " ").map(String.init) }
    var refreshThreshold: Duration { .seconds(oauthThreshold.flatMap { Int($0) } ?? 30) }
    var pins: PinSet { PinSet(keepingUnreadable: sslPinningPublicKeyHashes ?? []) }
    var requestTimeout: Duration { Duration(clamping: Double(timeout) ?? 30) }
}

extension FROptions {
    /// The options needed to sign out, beside URL, realm and cookie name.
    private static let identifying: [(name: String, path: any ReferenceWritableKeyPath<FROptions, String?> & Sendable)] = [
        ("client", \.oauthClientId), ("redirect", \.oauthRedirectUri), ("scope", \.oauthScope), ("group", \.keychainAccessGroup),
        ("session", \.sessionEndpoint),
        ("revoke", \.revokeEndpoint), ("end", \.endSessionEndpoint), ("discovery", \.discoveryURL),
    ]

    /// The properties whose change revokes and removes tokens ("Session and token lifecycle").
    private static let decisive = ["url", "realm", "cookie", "client", "redirect", "scope"]

    /// Whether the tokens of a start whose ``identity`` was `former` are good for these options.
    func keepsTokens(of former: JSONValue) -> Bool {
        let identity = identity
        return Self.decisive.allSatisfy { identity[$0] == former[$0] }
    }

    /// The record of a start that is kept for the next one.
    var identity: JSONValue {
        var object: JSONObject = ["url": .string(url), "realm": .string(realm), "cookie": .string(cookieName)]
        for (name, path) in Self.identifying { object[name] = self[keyPath: path].map(JSONValue.string) }
        return .object(object)
    }

    /// Options enough to sign out with.
    convenience init?(identity json: JSONValue) {
        guard let url = json["url"]?.string, let realm = json["realm"]?.string, let cookie = json["cookie"]?.string else { return nil }
        self.init(url: url, realm: realm, cookieName: cookie)
        for (name, path) in Self.identifying { self[keyPath: path] = json[name]?.string }
    }
}
