import FRCore
public import Foundation
import Primitives

extension FROptions {
    /// Reads the properties of a dictionary or property list. Numbers may be texts; what is missing gets its default.
    public convenience init(config: [String: Any]) {
        func text(_ names: String...) -> String? {
            names.lazy.compactMap { config[$0] }.compactMap { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }.first
        }
        self.init(
            url: text("forgerock_url") ?? "", realm: text("forgerock_realm") ?? "root",
            enableCookie: config["forgerock_enable_cookie"] as? Bool ?? true, cookieName: text("forgerock_cookie_name"),
            timeout: text("forgerock_timeout") ?? "30",
            authenticateEndpoint: text("forgerock_authenticate_endpoint"), authorizeEndpoint: text("forgerock_authorize_endpoint"),
            tokenEndpoint: text("forgerock_token_endpoint"), revokeEndpoint: text("forgerock_revoke_endpoint"),
            userinfoEndpoint: text("forgerock_userinfo_endpoint"), sessionEndpoint: text("forgerock_session_endpoint"),
            endSessionEndpoint: text("forgerock_endsession_endpoint"),
            // The property list and the dictionary are documented with one name each; both are taken in both.
            authServiceName: text("forgerock_auth_service_name", "forgerock_auth_service"),
            registrationServiceName: text("forgerock_registration_service_name", "forgerock_registration_service"),
            oauthThreshold: text("forgerock_oauth_threshold"), oauthClientId: text("forgerock_oauth_client_id"),
            oauthRedirectUri: text("forgerock_oauth_redirect_uri"),
            oauthSignoutRedirectUri: text("forgerock_oauth_sign_out_redirect_uri"), oauthScope: text("forgerock_oauth_scope"),
            keychainAccessGroup: text("forgerock_keychain_access_group"),
            sslPinningPublicKeyHashes: config["forgerock_ssl_pinning_public_key_hashes"] as? [String])
        oauthIssuer = text("gatehouse_oauth_issuer")
    }

    /// The properties as a dictionary with the documented names; what has no value is left out.
    public func optionsDictionary() -> [String: Any]? { properties }

    var properties: [String: Any] {
        let json = (try? JSONEncoder().encode(self)).flatMap { try? JSONValue(parsing: $0) }
        return json?.object?.untyped.filter { ($0.value as? String)?.isEmpty != true } ?? [:]
    }
}

extension FROptions {
    /// Returns the path at which journeys are run: the configured one, or the documented default. As for the others, it is relative to
    /// ``url``.
    public func getAuthenticateEndpoint() -> String { authenticateEndpoint ?? "json/realms/\(realm)/authenticate" }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getSessionEndpoint() -> String { sessionEndpoint ?? "json/realms/\(realm)/sessions" }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getAuthorizeEndpoint() -> String { authorizeEndpoint ?? oauthPath("authorize") }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getTokenEndpoint() -> String { tokenEndpoint ?? oauthPath("access_token") }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getRevokeEndpoint() -> String { revokeEndpoint ?? oauthPath("token/revoke") }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getUserinfoEndpoint() -> String { userinfoEndpoint ?? oauthPath("userinfo") }
    /// The address of the endpoint: the one that was configured, else the server's usual path.
    public func getEndSessionEndpoint() -> String { endSessionEndpoint ?? oauthPath("connect/endSession") }

    func oauthPath(_ path: String) -> String { "oauth2/realms/\(realm)/\(path)" }
}
