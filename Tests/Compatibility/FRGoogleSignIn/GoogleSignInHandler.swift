public import FRAuth

/// Stands in for the handler of the module `FRGoogleSignIn`, which FRAuth finds by this name.
public final class GoogleSignInHandler: FoundIdPHandler {
    public var tokenType = "id_token"
    public var presentingViewController: AnyObject?

    public init() {}

    public func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback) {
        ProviderLibrary.signIn(idpClient, tokenType, completion)
    }
}
