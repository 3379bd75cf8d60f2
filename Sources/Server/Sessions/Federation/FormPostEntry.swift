package import Foundation
import Primitives
package import Foundations

/// The answer of a provider that came with a form, on its way through an app: Apple does, and no app on Android can take a form. The server
/// takes it, and gives the app an entry to bring along with its next step (`docs/protocols/step-protocol.md` 11.4).
///
/// Nothing is kept: the entry is the answer itself, sealed for its realm and provider, and believed for a few minutes.
package struct FormPostEntry: Sendable, Equatable {
    /// The name of the parameter that carries it, and what an app gives as its token.
    package static let parameter = "form_post_entry"
    private static let lifetime: TimeInterval = 300
    private static let longest = 16 << 10

    /// The authorization code; nil when the provider refused.
    package let code: String?
    /// The error code of the provider (RFC 6749 §4.1.2.1); nil when the login succeeded.
    package let error: String?
    /// The user's name as JSON: Apple tells it with the first login only.
    package let user: String?

    /// The realm and the provider whose answer it is.
    package struct Place: Sendable, Equatable {
        /// The id of the realm.
        package let realm: UUID
        /// The name of the provider, unique in the realm.
        package let provider: String

        package init(realm: UUID, provider: String) {
            self.realm = realm
            self.provider = provider
        }

        fileprivate var context: String { "form post/\(realm.text)/\(provider)" }
    }

    package init(code: String?, error: String?, user: String?) {
        self.code = code
        self.error = error
        self.user = user
    }

    /// Reads ``sealed(for:by:at:)``; nil when it wasn't sealed here, is for another place, or is too old.
    package init?(_ text: String, for place: Place, by sealer: Sealer, at now: Date) {
        guard text.utf8.count <= Self.longest, let bytes = Base64URL.decode(text),
            let opened = try? sealer.open(bytes, context: place.context),
            let json = opened.withBytes({ try? JSONValue(parsing: $0) }), let until = json["until"]?.number,
            now.timeIntervalSince1970 < until
        else { return nil }
        self.init(code: json["code"]?.string, error: json["error"]?.string, user: json["user"]?.string)
    }

    /// The entry as text.
    package func sealed(for place: Place, by sealer: Sealer, at now: Date) throws(SealError) -> String {
        var json: JSONObject = ["until": .number((now + Self.lifetime).timeIntervalSince1970)]
        json["code"] = code.map(JSONValue.string)
        json["error"] = error.map(JSONValue.string)
        json["user"] = user.map(JSONValue.string)
        return Base64URL.encode(try sealer.seal(Secret(bytes: JSONValue.object(json).encoded), context: place.context))
    }

    /// Whether a text is an address that a browser may be sent to and an app may listen at.
    static func mayGo(to text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text), parts.fragment == nil,
            let scheme = parts.scheme?.lowercased()
        else { return false }
        if scheme == "https" { return parts.host?.isEmpty == false }
        return !["http", "javascript", "data", "file", "vbscript", "blob", "about", "intent"].contains(scheme)
    }
}
