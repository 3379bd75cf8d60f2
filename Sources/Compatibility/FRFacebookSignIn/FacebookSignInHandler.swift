public import FRAuth
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// Signs in at Facebook, in the browser (Facebook, "OIDC Code Flow with PKCE for Manually Built Facebook Login Flows"). `FRAuth` finds the
/// class by its name.
///
/// The redirect URI is the server's, when it has a scheme of the app's own; otherwise `fb{app id}://authorize`, whose scheme apps have in
/// their property list.
public final class FacebookSignInHandler: FoundIdPHandler {
    /// The token is an access token; with `id_token` it is an ID token.
    public var tokenType = "access_token"
    public var presentingViewController: IdPPresenter?

    /// Makes one, which has no settings.
    public init() {}

    public func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback) {
        Self.facebook.run(idpClient, tokenType: tokenType, above: presentingViewController, completion: completion)
    }

    private static let facebook = BrowserSignIn(
        authorize: "https://www.facebook.com/dialog/oauth", token: "https://graph.facebook.com/oauth/access_token",
        scopes: ["openid", "email", "public_profile"]
    ) { client in client.nativeRedirect ?? "fb\(client.clientId)://authorize" }
}

#if canImport(UIKit)
extension FacebookSignInHandler {
    /// Takes the launch of the app. The sign-in in the browser needs no preparation.
    @MainActor
    public static func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) {}

    /// A button for the sign-in, which does nothing by itself.
    @MainActor
    public func getProviderButtonView() -> UIView? { getFacebookButtonView() }

    /// A button for the sign-in in a colour, which does nothing by itself.
    @MainActor
    public func getFacebookButtonView(colorStyle: UIColor = UIColor(red: 0.094, green: 0.467, blue: 0.949, alpha: 1)) -> UIView? {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 312, height: 48))
        button.setTitle("Continue with Facebook", for: .normal)
        button.setTitleColor(.white, for: .normal)
        button.backgroundColor = colorStyle
        button.layer.cornerRadius = 4
        button.isUserInteractionEnabled = false
        return button
    }
}
#endif
