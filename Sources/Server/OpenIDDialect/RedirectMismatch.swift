import HTTPBase
import OAuthMessages
import Primitives

/// An authorization request whose redirect URI isn't one of the client's, with what a developer needs to mend it.
struct RedirectMismatch: Error {
    let error: OAuthError
    /// The redirect URI that came, as far as it is shown.
    let redirectURI: String
    let clientID: String
    /// Whether the page names both; else only the log does.
    let isShown: Bool

    private static let longest = 1024

    /// - Parameter form: the parameters of the request.
    init(_ error: OAuthError, _ form: FormBody, isShown: Bool) {
        self.error = error
        redirectURI = String(((try? form.value("redirect_uri")) ?? "").prefix(Self.longest))
        clientID = String(((try? form.value("client_id")) ?? "").prefix(Self.longest))
        self.isShown = isShown
    }
}
