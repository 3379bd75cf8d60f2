import Primitives

#if canImport(UIKit)
public import UIKit
/// The presenter from which a provider's sign-in is shown.
public typealias IdPPresenter = UIViewController
#else
/// The presenter from which a provider's sign-in is shown.
public typealias IdPPresenter = AnyObject
#endif

/// Signs in at a provider.
public protocol IdPHandler: AnyObject {
    /// The type of the token that it brings, such as `id_token`.
    var tokenType: String { get set }
    /// The presenter from which the sign-in is shown.
    var presentingViewController: IdPPresenter? { get set }
    /// Signs in, and calls the completion once.
    func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback)
    #if canImport(UIKit)
    /// The provider's own button; by default there is none.
    @MainActor func getProviderButtonView() -> UIView?
    #endif
}

#if canImport(UIKit)
extension IdPHandler {
    @MainActor public func getProviderButtonView() -> UIView? { nil }
}
#endif

/// Takes a provider's token and what it is, or an error.
public typealias SocialLoginCompletionCallback = (_ token: String?, _ tokenType: String?, _ error: (any Error)?) -> Void
