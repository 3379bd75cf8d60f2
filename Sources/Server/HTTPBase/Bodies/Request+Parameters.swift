import Foundation
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

extension Parameters {
    /// The text of a segment of the path, such as a name; nil for one that can't be decoded, is empty or too long, or has a NUL character.
    package func text(_ name: String, upTo longest: Int) throws -> String? {
        guard let text = try require(name).percentDecoded, (1...longest).contains(text.utf8.count), !text.utf8.contains(0) else {
            return nil
        }
        return text
    }
}

extension String {
    /// The text with its percent escapes decoded; nil when one is broken, or the bytes are no stream-safe UTF-8.
    package var percentDecoded: String? { String(percentDecoding: self) }
}
