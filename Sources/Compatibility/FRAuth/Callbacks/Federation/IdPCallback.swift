import JourneyMessages
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// Asks the app to sign in at a provider, with the provider's own library.
public final class IdPCallback: MultipleValuesCallback {
    /// The data to sign in with.
    public var idpClient: IdPClient { IdPClient(wire.question() ?? Self.nothing) }

    /// Sets the token that the provider handed out.
    public func setToken(_ token: String) { wire.setInput("token", .string(token)) }

    /// Sets what the token is: `id_token`, `access_token` or `authorization_code`.
    public func setTokenType(_ tokenType: String) { wire.setInput("token_type", .string(tokenType)) }

    /// Has a handler sign in at the provider, and takes over the token that it brings.
    ///
    /// Without a handler it takes the one for the provider whose name contains `facebook`, `google` or `apple`, in whatever case; see
    /// ``FoundIdPHandler``. When there is none, the completion gets ``SocialLoginError/missingIdPHandler``.
    public func signIn(
        handler: (any IdPHandler)? = nil, presentingViewController: IdPPresenter? = nil,
        completion: @escaping SocialLoginCompletionCallback
    ) {
        guard let handler = handler ?? IdPHandlers.handler(for: idpClient.provider) else {
            return completion(nil, nil, SocialLoginError.missingIdPHandler)
        }
        handler.presentingViewController = presentingViewController
        handler.signIn(idpClient: idpClient) { token, tokenType, error in
            if let token { self.setToken(token) }
            if let tokenType { self.setTokenType(tokenType) }
            completion(token, tokenType, error)
        }
    }

    private static let nothing = ProviderSignIn("", clientID: "", redirectURI: "", scopes: [], nonce: "")
}
