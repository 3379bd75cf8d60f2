import HTTPBase
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP

/// Keeps the state of a step that has sent the browser to an identity provider, and what its sign-on page is for: the provider sends
/// every browser back to one address.
struct AwayCookie: Sendable {
    /// Browsers keep cookies of 4096 bytes, name and attributes included.
    private static let longest = 3800
    private static let lifetime = 3600
    /// A character that stands in neither half.
    private static let separator = UInt8(ascii: "~")

    private let cookie: PrivateCookie

    init(reader: RequestReader) {
        cookie = PrivateCookie("gatehouse_away", lifetime: Self.lifetime, at: reader.configuration.publicAddress)
    }

    /// The states that a browser holds, each with the query of its sign-on page. The one counts that opens with the browser's binding.
    func values(in request: Request) -> [(state: String, query: FormBody)] { cookie.values(in: request).compactMap(Self.parts) }

    private static func parts(_ value: String) -> (state: String, query: FormBody)? {
        guard let middle = value.utf8.lastIndex(of: separator), let query = Base64URL.decode(String(value[value.index(after: middle)...]))
        else { return nil }
        return (try? FormBody(parsing: query)).map { (String(value[..<middle]), $0) }
    }

    /// nil for a state that no cookie can hold; then the journey begins again after the provider.
    func carrying(_ state: String, _ query: FormBody) -> Cookie? {
        let value = state + "~" + Base64URL.encode(Array(query.encoded.utf8))
        return value.utf8.count <= Self.longest ? cookie.carrying(value) : nil
    }

    func expired() -> Cookie { cookie.expired() }
}
