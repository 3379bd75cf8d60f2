import OAuthMessages
import Primitives

/// How the user may or must be asked (OpenID Connect Core §3.1.2.1).
struct Prompt: Equatable {
    /// `none`: not at all.
    var isForbidden = false
    /// `login`, and `select_account`: to sign in again, whether signed in or not.
    var asksForLogin = false

    init(_ text: String?) throws(OAuthError) {
        let values = (text ?? "").split(separator: " ")
        isForbidden = values.contains("none")
        asksForLogin = values.contains("login") || values.contains("select_account")
        guard !isForbidden || values.count == 1 else {
            throw OAuthError(.invalidRequest, "prompt=none stands with other values")
        }
    }
}
