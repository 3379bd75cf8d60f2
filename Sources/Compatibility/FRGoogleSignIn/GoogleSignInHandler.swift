public import FRAuth
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// Signs in at Google, in the browser (Google, "OAuth 2.0 for iOS & Desktop Apps"). `FRAuth` finds the class by its name.
///
/// The client of the server's provider is of the kind *iOS*; its redirect URI has Google's scheme for it, `com.googleusercontent.apps.…`.
public final class GoogleSignInHandler: FoundIdPHandler {
    /// The token is an ID token; with `access_token` it is an access token.
    public var tokenType = "id_token"
    public var presentingViewController: IdPPresenter?

    /// Makes one, which has no settings.
    public init() {}

    public func signIn(idpClient: IdPClient, completion: @escaping SocialLoginCompletionCallback) {
        Self.google.run(idpClient, tokenType: tokenType, above: presentingViewController, completion: completion)
    }

    private static let google = BrowserSignIn(
        authorize: "https://accounts.google.com/o/oauth2/v2/auth", token: "https://oauth2.googleapis.com/token",
        scopes: ["openid", "profile", "email"], redirect: redirect)

    /// The scheme that Google gives a client for iOS: its identifier from right to left.
    @Sendable
    private static func redirect(of client: IdPClient) -> String {
        let suffix = ".apps.googleusercontent.com"
        guard client.clientId.hasSuffix(suffix) else { return client.nativeRedirect ?? client.redirectUri }
        return "com.googleusercontent.apps.\(client.clientId.dropLast(suffix.utf8.count)):/oauth2redirect"
    }
}

#if canImport(UIKit)
extension GoogleSignInHandler {
    /// A button for the sign-in, which does nothing by itself.
    @MainActor
    public func getProviderButtonView() -> UIView? { getGoogleButtonView() }

    /// A button for the sign-in, of a width and a colour, which does nothing by itself.
    @MainActor
    public func getGoogleButtonView(style: GoogleButtonStyle = .wide, colorScheme: GoogleButtonColorScheme = .light) -> UIView? {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: style.width, height: 48))
        button.setTitle(style.title, for: .normal)
        button.setTitleColor(colorScheme == .light ? .darkGray : .white, for: .normal)
        button.backgroundColor = colorScheme == .light ? .white : .systemBlue
        button.layer.cornerRadius = 4
        button.layer.borderColor = UIColor.lightGray.cgColor
        button.layer.borderWidth = 1
        button.isUserInteractionEnabled = false
        return button
    }
}

/// The widths of Google's button.
public enum GoogleButtonStyle: Int, Sendable {
    /// 230 points, the text `Sign in`.
    case standard
    /// 312 points, the text `Sign in with Google`.
    case wide
    /// 48 points, a letter.
    case iconOnly

    var width: CGFloat {
        switch self {
        case .standard: 230
        case .wide: 312
        case .iconOnly: 48
        }
    }

    var title: String {
        switch self {
        case .standard: "Sign in"
        case .wide: "Sign in with Google"
        case .iconOnly: "G"
        }
    }
}

/// The colours of Google's button.
public enum GoogleButtonColorScheme: Int, Sendable {
    /// White on blue.
    case dark
    /// Dark on white.
    case light
}
#endif
