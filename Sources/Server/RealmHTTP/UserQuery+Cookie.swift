package import Directory
import Primitives

extension UserQuery.Start {
    /// The text that a client sends back for the next page.
    package var cookie: String? {
        let json: JSONValue
        switch self {
        case .beginning: return nil
        case .after(let name): json = ["after": .string(name)]
        case .offset(let count): json = ["offset": .integer(Int64(count))]
        }
        return Base64URL.encode(json.encoded)
    }

    /// Reads what ``cookie`` writes; nil for another text.
    package init?(cookie: String) {
        guard cookie.utf8.count <= 4096, let bytes = Base64URL.decode(cookie),
            let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 4096, depth: 2, values: 4))
        else { return nil }
        if let name = json["after"]?.string {
            self = .after(name)
        } else if let count = json["offset"]?.integer, (0...1_000_000_000).contains(count) {
            self = .offset(Int(count))
        } else {
            return nil
        }
    }
}
