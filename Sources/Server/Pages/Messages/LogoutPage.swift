import Primitives
package import Translations

/// Asks whether to sign out, where an application sent the browser that can't show whose session it means.
package struct LogoutPage: Sendable {
    package var language: Language
    /// The name of the user whose session would end.
    package var name: String
    package var form: PageForm
    /// The other values that the form carries: the parameters of the request.
    package var fields: [Field]
    /// The path to go to instead.
    package var startPath: String

    /// A hidden field of the form.
    package struct Field: Sendable, Equatable {
        /// The name of the field.
        package let name: String
        /// The value of the field.
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(language: Language = .english, name: String, form: PageForm, fields: [Field] = [], startPath: String = "/") {
        self.language = language
        self.name = name
        self.form = form
        self.fields = fields
        self.startPath = startPath
    }
}
