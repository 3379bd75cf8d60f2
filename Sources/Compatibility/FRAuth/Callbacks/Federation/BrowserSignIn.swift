import CallbackBridge
import DeviceFoundation
import FRCore
import Foundation
import OAuthMessages
import OIDC
import Primitives

/// The sign-in at a provider by the browser, as providers document it for native apps (RFC 8252). The handlers of Google and Facebook use it
/// in place of the providers' libraries.
package struct BrowserSignIn: Sendable {
    /// The URL of the authorization endpoint.
    package var authorize: String
    /// The URL of the token endpoint.
    package var token: String
    /// The redirect URI for a client.
    package var redirect: @Sendable (IdPClient) -> String
    /// The scopes where the server names none.
    package var scopes: [String]

    package init(
        authorize: String, token: String, scopes: [String], redirect: @escaping @Sendable (IdPClient) -> String
    ) {
        self.authorize = authorize
        self.token = token
        self.scopes = scopes
        self.redirect = redirect
    }

    /// Signs in, and hands the token of a type to the completion.
    package func run(
        _ client: IdPClient, tokenType: String, above presenter: IdPPresenter?, completion: @escaping SocialLoginCompletionCallback
    ) {
        let (presenter, done) = (Handoff<AnyObject?>(presenter), Handoff(completion))
        Task {
            do {
                done.value(try await token(of: tokenType, for: client, above: presenter), tokenType, nil)
            } catch { done.value(nil, nil, Self.documented(error)) }
        }
    }

    private func token(of type: String, for client: IdPClient, above presenter: Handoff<AnyObject?>) async throws -> String {
        let redirect = redirect(client)
        let login = CentralLogin(runtime: nil, type: .authSession, parameters: [:], presenter: presenter)
        let environment = Environment.current
        // The app's pins and interceptors are for its own server.
        let device = DeviceFoundation.Device(
            transport: try environment.transport(PinSet.none), store: InMemoryStore(), keepsCookies: false, time: environment.time,
            random: environment.random)
        var signIn = ForeignSignIn(
            at: (authorize, token), client: client.clientId, redirect: redirect, scopes: scopes(of: client), nonce: client.nonce)
        signIn.parameters["acr_values"] = client.acrValues.flatMap { $0.isEmpty ? nil : $0.joined(separator: " ") }
        let tokens = try await signIn.tokens(through: await login.browser(for: redirect), on: device)
        guard type == "id_token" else { return tokens.accessToken.reveal() }
        guard let token = tokens.idToken else { throw SocialLoginError.unsupportedCredentials("the provider gave no ID token") }
        return token
    }

    private func scopes(of client: IdPClient) -> [String] {
        guard let asked = client.scopes, !asked.isEmpty else { return scopes }
        return asked
    }

    private static func documented(_ error: any Error) -> any Error {
        guard let error = error as? OIDCError else { return error }
        switch error.code {
        case .cancelled: return SocialLoginError.cancelled
        case .browser: return SocialLoginError.notSupported(error.reason)
        default: return Translation.documented(error)
        }
    }
}

extension IdPClient {
    /// The server's redirect URI, when it has a scheme of the app's own; nil for one on the web, to which only a website listens.
    package var nativeRedirect: String? {
        guard let scheme = URL(string: redirectUri)?.scheme?.lowercased(), !["http", "https"].contains(scheme) else { return nil }
        return redirectUri
    }
}
