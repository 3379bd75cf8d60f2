package import Primitives
package import Translations

/// The page that shows who has signed in, and what the application got.
package struct SignedInPage: Sendable {
    package var language: Language
    /// The user's name.
    package var name: String
    /// The claims of the ID token.
    package var claims: JSONObject
    /// The tokens that the application got.
    package var tokens: [IssuedToken]
    /// The path of the user's own account.
    package var accountPath: String
    /// The form that signs out.
    package var signOut: PageForm

    package init(
        language: Language = .english, name: String, claims: JSONObject, tokens: [IssuedToken] = [], accountPath: String,
        signOut: PageForm
    ) {
        self.language = language
        self.name = name
        self.claims = claims
        self.tokens = tokens
        self.accountPath = accountPath
        self.signOut = signOut
    }

    /// A token by name; its value is not for a page.
    package struct IssuedToken: Sendable {
        /// The name of the token.
        package var name: String
        /// The time that it lasts from now, in seconds; nil when it ends only by being revoked.
        package var lifetime: Int?

        package init(_ name: String, lifetime: Int?) {
            self.name = name
            self.lifetime = lifetime
        }
    }
}
