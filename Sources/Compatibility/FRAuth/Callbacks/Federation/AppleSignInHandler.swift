import CallbackBridge
import Foundation

#if canImport(UIKit)
public import UIKit
#endif
#if canImport(AuthenticationServices) && canImport(UIKit)
public import AuthenticationServices
#endif

/// Signs in with Apple. Systems other than Apple's have no way to: there the completion gets ``SocialLoginError/notSupported(_:)``.
public final class AppleSignInHandler: IdPHandler {
    /// The token is an ID token, or a JSON text with one where ``IdPClient/acceptsJSON`` says that the server takes that.
    public var tokenType = "id_token"
    public var presentingViewController: IdPPresenter?

    /// Makes one, which has no settings.
    public init() {}

    public func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback) {
        #if canImport(AuthenticationServices) && canImport(UIKit)
        let (tokenType, completion) = (tokenType, Handoff(completion))
        let presenter = Handoff(presentingViewController)
        Task { @MainActor in
            do {
                guard let window = AppWindow.above(presenter.value) else {
                    throw SocialLoginError.notSupported("no window to show it above")
                }
                completion.value(try await AppleSheet(above: window).token(for: idpClient), tokenType, nil)
            } catch {
                completion.value(nil, nil, error)
            }
        }
        #else
        completion(nil, nil, SocialLoginError.notSupported("signing in with Apple needs one of Apple's systems"))
        #endif
    }
}

#if canImport(AuthenticationServices) && canImport(UIKit)
extension AppleSignInHandler {
    /// The system's button for signing in with Apple, in its usual look.
    @MainActor public func getProviderButtonView() -> UIView? { getAppleButtonView() }

    /// The system's button for signing in with Apple.
    @MainActor
    public func getAppleButtonView(
        buttonType: ASAuthorizationAppleIDButton.ButtonType = .default, style: ASAuthorizationAppleIDButton.Style = .black
    ) -> UIView? {
        ASAuthorizationAppleIDButton(authorizationButtonType: buttonType, authorizationButtonStyle: style)
    }
}
#endif
