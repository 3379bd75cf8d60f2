package import Hummingbird
package import OAuthMessages
import Primitives

extension Request {
    /// The query's parameters.
    /// - Throws: `invalid_request` when they can't be read.
    package func query() throws(OAuthError) -> FormBody {
        guard let text = uri.query, !text.isEmpty else { return FormBody() }
        return try FormBody(parsing: text)
    }
}

extension FormBody {
    /// Whether a parameter says `true`, in whatever case.
    package func isTrue(_ name: String) throws(OAuthError) -> Bool { try value(name)?.lowercased() == "true" }
}
