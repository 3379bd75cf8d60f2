import Foundation
import Primitives

extension FROptions {
    /// Reads the properties of a dictionary or property list. Numbers may be texts; what is missing gets its default.
    public init(config: [String: Any]) {
        func text(_ names: String...) -> String? {
            names.lazy.compactMap { config[$0] }.compactMap { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }.first
        }
        self.init(
            url: text("forgerock_url") ?? "", realm: text("forgerock_realm") ?? "root",
            enableCookie: config["forgerock_enable_cookie"] as? Bool ?? true,
            cookieName: text("forgerock_cookie_name") ?? "iPlanetDirectoryPro", timeout: text("forgerock_timeout") ?? "30",
            authenticateEndpoint: text("forgerock_authenticate_endpoint"), authorizeEndpoint: text("forgerock_authorize_endpoint"),
            tokenEndpoint: text("forgerock_token_endpoint"), revokeEndpoint: text("forgerock_revoke_endpoint"),
            userinfoEndpoint: text("forgerock_userinfo_endpoint"), sessionEndpoint: text("forgerock_session_endpoint"),
            endSessionEndpoint: text("forgerock_endsession_endpoint"), oauthThreshold: text("forgerock_oauth_threshold") ?? "30",
            oauthClientId: text("forgerock_oauth_client_id"), oauthRedirectUri: text("forgerock_oauth_redirect_uri"),
            oauthScope: text("forgerock_oauth_scope"), keychainAccessGroup: text("forgerock_keychain_access_group"),
            // The property list and the dictionary are documented with one name each; both are taken in both.
            authServiceName: text("forgerock_auth_service_name", "forgerock_auth_service"),
            registrationServiceName: text("forgerock_registration_service_name", "forgerock_registration_service"),
            sslPinningPublicKeyHashes: config["forgerock_ssl_pinning_public_key_hashes"] as? [String])
    }

    /// The properties as a dictionary with the documented names; what has no value is left out.
    public func optionsDictionary() -> [String: Any] {
        let values: [String: Any?] = [
            "forgerock_url": url, "forgerock_realm": realm, "forgerock_enable_cookie": enableCookie,
            "forgerock_cookie_name": cookieName, "forgerock_timeout": timeout,
            "forgerock_authenticate_endpoint": authenticateEndpoint, "forgerock_authorize_endpoint": authorizeEndpoint,
            "forgerock_token_endpoint": tokenEndpoint, "forgerock_revoke_endpoint": revokeEndpoint,
            "forgerock_userinfo_endpoint": userinfoEndpoint, "forgerock_session_endpoint": sessionEndpoint,
            "forgerock_endsession_endpoint": endSessionEndpoint, "forgerock_oauth_threshold": oauthThreshold,
            "forgerock_oauth_client_id": oauthClientId, "forgerock_oauth_redirect_uri": oauthRedirectUri,
            "forgerock_oauth_scope": oauthScope, "forgerock_keychain_access_group": keychainAccessGroup,
            "forgerock_auth_service_name": authServiceName, "forgerock_registration_service_name": registrationServiceName,
            "forgerock_ssl_pinning_public_key_hashes": sslPinningPublicKeyHashes,
        ]
        return values.compactMapValues { $0 }
    }
}
