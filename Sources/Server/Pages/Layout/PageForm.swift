/// The address to which a page's form goes, and the token that proves that it is ours.
package struct PageForm: Sendable {
    /// The path that the form is posted to.
    package var action: String
    /// The token against cross-site requests; the field ``csrfField`` carries it.
    package var csrfToken: String

    package init(action: String, csrfToken: String) {
        self.action = action
        self.csrfToken = csrfToken
    }

    /// The name of the field with the token against cross-site requests.
    package static let csrfField = "csrf"
}
