package import OAuthMessages
import Primitives
package import Sessions

/// The answer of the authorization endpoint. A request that may not be redirected is an `OAuthError` instead.
package enum AuthorizationOutcome: Sendable {
    /// A redirect to the client, with a code or an error.
    case redirect(String)
    /// An answer to the client without a redirect, with a code, in a session.
    case answer(FormBody, UserSession)
    /// An answer to the client without a redirect: there is a session that meets the request, and nothing more was asked for.
    case confirmed
    /// A question that the user of the session answers on a page.
    case consent(AskedConsent)
    /// A way to the sign-in page.
    case signIn(SignInDemand)
}

/// The demand that the user sign in before a code can be issued.
package struct SignInDemand: Sendable, Equatable {
    /// The journey that satisfies the context class asked for; nil for the realm's default.
    package let journey: String?
    /// Whether the client shows what is asked, in place of the sign-in page.
    package var isFlow = false
    /// Whether to sign in again although a user is signed in.
    package let isForced: Bool
    /// The `login_hint` of the request (OpenID Connect Core §3.1.2.1); nil for none.
    package let loginHint: String?
    /// The `ui_locales` of the request: languages by falling preference, separated by spaces; nil for none.
    package let uiLocales: String?
    /// The authorization request to come back with.
    package let request: FormBody
}
