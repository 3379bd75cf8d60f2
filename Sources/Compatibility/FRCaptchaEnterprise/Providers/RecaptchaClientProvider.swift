/// Calls Google's library for reCAPTCHA Enterprise.
///
/// The library's types are the provider's: this module builds without it. ``DefaultRecaptchaClientProvider`` is there where the library is.
public protocol RecaptchaClientProvider {
    /// The library's client of a site.
    associatedtype Client
    /// The library's action.
    associatedtype Action: RecaptchaNamedAction

    /// Makes the client of a site.
    nonisolated(nonsending) func fetchClient(withSiteKey siteKey: String) async throws -> Client
    /// Makes a token.
    ///
    /// - Parameter timeout: the longest time to wait, in milliseconds.
    nonisolated(nonsending) func execute(recaptchaClient: Client, action: Action, timeout: Double) async throws -> String?
}

/// A user's action that a token is made for, which `RecaptchaAction` of Google's library is: an app that brings its own provider says so by
/// `extension RecaptchaAction: RecaptchaNamedAction {}`.
public protocol RecaptchaNamedAction {
    /// Makes an action of a name, such as `login`.
    init(customAction: String)
}
