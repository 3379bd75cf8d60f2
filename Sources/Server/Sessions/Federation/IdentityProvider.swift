package import Primitives

/// A provider at which the users of a realm may sign in: Google, Apple, any OpenID provider (`docs/protocols/journey-nodes.md` 1.7).
package struct IdentityProvider: Sendable, Equatable {
    /// The kind of provider; ``oidc`` unless it has peculiarities.
    package enum Kind: String, Sendable, CaseIterable {
        case google, apple, facebook, microsoft, oidc
    }

    /// The way in which we authenticate at the token endpoint (OpenID Connect Core §9).
    package enum Authentication: String, Sendable, CaseIterable {
        case post = "CLIENT_SECRET_POST"
        case basic = "CLIENT_SECRET_BASIC"
        case none = "NONE"
    }

    /// The way in which the answer of the authorization endpoint comes back.
    package enum ResponseMode: String, Sendable, CaseIterable {
        case query = "DEFAULT"
        case formPost = "FORM_POST"
    }

    /// Its name in the realm, such as `google`. Journeys name it, and so do the links between accounts.
    package internal(set) var name: String
    package var kind: Kind
    /// Whether journeys offer the provider and accept its answers.
    package var isEnabled = true
    /// The client id under which the provider knows the realm.
    package var clientID: String
    /// nil for a public client, and for Apple, where ``key`` makes secrets.
    package var secret: Secret?
    /// The way the client authenticates at the token endpoint.
    package var authentication = Authentication.post
    /// Apple's team, and the key whose private half, a JWK or PEM of P-256, is the secret.
    package var teamID: String?
    /// The id of Apple's key, the `kid` of the secrets that are made with it.
    package var keyID: String?
    /// Other client ids that native apps have at the same provider; their tokens are accepted too.
    package var nativeClientIDs: [String] = []

    /// The issuer that signs the ID tokens; by default the one that the discovery document names.
    package var issuer: String?
    /// The address of the discovery document; by default below the issuer (OpenID Connect Discovery §4).
    package var discovery: String?
    /// Endpoints that differ from the discovery document's, or that there is none for.
    package var authorizationEndpoint: String?
    /// The token endpoint; nil takes the one of the discovery document.
    package var tokenEndpoint: String?
    /// The UserInfo endpoint; nil takes the one of the discovery document.
    package var userInfoEndpoint: String?
    /// The address of the provider's signing keys (`jwks_uri`); nil takes the one of the discovery document.
    package var keysEndpoint: String?

    /// The scopes that an authorization request asks for.
    package var scopes: [String]
    /// The authentication context classes that a request asks for (`acr_values`, OpenID Connect Core §3.1.2.1), the preferred one first.
    package var acrValues: [String] = []
    /// The address to which the provider sends the browser back: the application's page, or the server's own.
    package var redirectURI: String
    /// Whether requests carry a PKCE challenge (RFC 7636).
    package var usesPKCE = true
    /// The way the answer returns to the redirect URI.
    package var responseMode = ResponseMode.query
    /// Whether a native app's ID token must have the nonce that was given to the app.
    package var checksNativeNonce = true
    /// The script that brings what it says about users into the usual names; nil where they are the usual ones.
    package var transform: String?
    /// The app's address to which a browser continues that came back with a form (``FormPostEntry``); nil where no app needs it.
    package var afterFormPost: String?
    /// The appearance of the button: members as in ``Provider/Button``.
    package var button = JSONObject()

    package init(_ name: String, kind: Kind, clientID: String, redirectURI: String) {
        self.name = name
        self.kind = kind
        self.clientID = clientID
        self.redirectURI = redirectURI
        scopes = kind.scopes
        issuer = kind.issuer
        userInfoEndpoint = kind == .facebook ? "https://graph.facebook.com/me?fields=id,name,email,first_name,last_name,picture" : nil
        responseMode = kind == .apple ? .formPost : .query
    }

    /// The audiences that an ID token may be for.
    package var audiences: [String] { [clientID] + nativeClientIDs }

    /// The address of the discovery document.
    package var discoveryURL: String? {
        discovery ?? issuer.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0) + "/.well-known/openid-configuration" }
    }
}

extension IdentityProvider.Kind {
    /// The issuer of a provider that has one for all users. Microsoft's depends on the tenant.
    fileprivate var issuer: String? {
        switch self {
        case .google: "https://accounts.google.com"
        case .apple: "https://appleid.apple.com"
        case .facebook: "https://www.facebook.com"
        case .microsoft, .oidc: nil
        }
    }

    fileprivate var scopes: [String] {
        switch self {
        case .google, .microsoft, .oidc: ["openid", "profile", "email"]
        case .apple: ["openid", "name", "email"]
        case .facebook: ["openid", "email"]
        }
    }
}
