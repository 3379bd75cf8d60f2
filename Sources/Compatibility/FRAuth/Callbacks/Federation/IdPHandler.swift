import Primitives

#if canImport(UIKit)
public import UIKit
/// From where a provider's sign-in is shown.
public typealias IdPPresenter = UIViewController
#else
/// From where a provider's sign-in is shown.
public typealias IdPPresenter = AnyObject
#endif

/// Signs in at a provider.
public protocol IdPHandler: AnyObject {
    /// What the token is that it brings, such as `id_token`.
    var tokenType: String { get set }
    /// From where the sign-in is shown.
    var presentingViewController: IdPPresenter? { get set }
    /// Signs in, and calls the completion once.
    func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback)
}

/// Takes a provider's token and what it is, or an error.
public typealias SocialLoginCompletionCallback = (_ token: String?, _ tokenType: String?, _ error: (any Error)?) -> Void
