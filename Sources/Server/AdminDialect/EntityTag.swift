import Crypto
import HTTPBase
import Primitives

/// The strong entity tag of a resource (RFC 9110 §8.8.3): a digest of its JSON.
struct EntityTag: Hashable {
    let text: String

    init(of resource: JSONValue) {
        text = "\"" + Base64URL.encode(SHA256.hash(data: resource.encoded).prefix(18)) + "\""
    }

    private init(text: String) { self.text = text }

    /// The tags of a header field. Weak ones count as none.
    static func list(_ field: String?) -> Set<EntityTag> {
        Set((field ?? "").split(separator: ",").map { EntityTag(text: String($0.trimmingSpaces)) })
    }
}
