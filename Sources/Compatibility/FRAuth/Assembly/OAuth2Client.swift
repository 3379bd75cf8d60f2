import CallbackBridge
import DeviceFoundation
public import Foundation
import OIDC
import Primitives

/// An OAuth 2.0 client of a server, used without ``FRAuth/start(options:)``. It keeps no tokens: an app hands in what it has.
public final class OAuth2Client: NSObject, Sendable {
    private let server: ServerConfig
    private let redirectAfterEnd: String?

    /// Makes a client.
    /// - Parameters:
    ///   - clientId: the identifier of a public client.
    ///   - scope: scopes, separated by spaces. With `openid`, an ID token is asked for, and verified.
    ///   - redirectUri: the redirect URI, as it is registered.
    ///   - signoutRedirectUri: the `post_logout_redirect_uri` of ``endSession(idToken:completion:)``; nil for none.
    ///   - serverConfig: the server.
    ///   - threshold: the number of seconds before their expiry at which kept tokens are refreshed. None are kept here.
    public init(
        clientId: String, scope: String, redirectUri: URL, signoutRedirectUri: URL? = nil, serverConfig: ServerConfig, threshold: Int = 60
    ) {
        let options = serverConfig.options.copied()
        options.oauthClientId = clientId
        options.oauthScope = scope
        options.oauthRedirectUri = redirectUri.absoluteString
        options.oauthThreshold = String(threshold)
        server = ServerConfig(options)
        redirectAfterEnd = signoutRedirectUri?.absoluteString
    }

    /// Exchanges a session for tokens, by an authorization code with PKCE. The completion gets them, or an error: an ``OAuth2Error`` where
    /// the server refuses.
    public func exchangeToken(token: Token, completion: @escaping (_ token: AccessToken?, _ error: (any Error)?) -> Void) {
        deliver(completion) { try await $0.tokens(for: Session(token)) }
    }

    /// Exchanges a session for tokens, and waits for the server.
    public func exchangeTokenSync(token: Token) throws -> AccessToken? { try wait { try await $0.tokens(for: Session(token)) } }

    /// Exchanges a refresh token for new tokens.
    public func refresh(refreshToken: String, completion: @escaping (_ token: AccessToken?, _ error: (any Error)?) -> Void) {
        deliver(completion) { try await $0.tokens(refreshing: Secret(refreshToken)) }
    }

    /// Exchanges a refresh token for new tokens, and waits for the server.
    public func refreshSync(refreshToken: String) throws -> AccessToken {
        try wait { try await $0.tokens(refreshing: Secret(refreshToken)) }
    }

    /// Revokes tokens at the server: the refresh token, with which the access token goes, or with `useRefreshToken` false the access token
    /// alone. The completion gets nil when it is done.
    public func revoke(accessToken: AccessToken, useRefreshToken: Bool = true, completion: @escaping (_ error: (any Error)?) -> Void) {
        let token = useRefreshToken ? accessToken.refreshToken ?? accessToken.value : accessToken.value
        run(completion) { try await $0.revoke(Secret(token)) }
    }

    /// Ends the OpenID session that an ID token names. The completion gets nil when it is done.
    public func endSession(idToken: String, completion: @escaping (_ error: (any Error)?) -> Void) {
        run(completion) { [redirectAfterEnd] in try await $0.endSession(Secret(idToken), redirect: redirectAfterEnd) }
    }

    private func client() throws -> OIDCClient { try server.runtime().oauth() }

    private func deliver(
        _ completion: @escaping (AccessToken?, (any Error)?) -> Void, _ work: @escaping @Sendable (OIDCClient) async throws -> TokenSet
    ) {
        let done = Handoff(completion)
        Task {
            do { done.value(AccessToken(try await work(try self.client())), nil) } catch { done.value(nil, Translation.documented(error)) }
        }
    }

    private func wait(_ work: @escaping @Sendable (OIDCClient) async throws -> TokenSet) throws -> AccessToken {
        do { return AccessToken(try Bridge.wait { try await work(try self.client()) }) } catch { throw Translation.documented(error) }
    }

    private func run(_ completion: @escaping ((any Error)?) -> Void, _ work: @escaping @Sendable (OIDCClient) async throws -> Void) {
        let done = Handoff(completion)
        Task {
            do {
                try await work(try self.client())
                done.value(nil)
            } catch { done.value(Translation.documented(error)) }
        }
    }
}

extension Session {
    /// The session of a documented token.
    fileprivate init(_ token: Token) { self.init(token: Secret(token.value), successURL: token.successUrl, realm: token.realm) }
}
