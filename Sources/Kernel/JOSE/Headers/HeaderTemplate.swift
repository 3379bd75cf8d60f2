import Primitives

/// The members that a prepared key puts into every header, encoded once.
struct HeaderTemplate: Sendable {
    /// A caller's header member that only the key may set.
    struct Conflict: Error { let name: String }

    private let members: JSONObject
    private let reserved: Set<String>
    /// The JSON without its closing brace.
    private let opening: [UInt8]
    private let encoded: [UInt8]
    /// The headers with one of the expected types and nothing else.
    private let typed: [(type: String, encoded: [UInt8])]

    /// The members, the names of others that a caller may not give, and types of tokens whose header is encoded at once.
    init(_ members: JSONObject, reserving others: [String], expecting types: [String] = []) {
        self.members = members
        reserved = Set(members.names + others)
        opening = Array(JSONValue.object(members).encoded.dropLast())
        encoded = Self.base64(JSONValue.object(members).encoded)
        typed = types.map { [opening] type in
            (type, Self.base64(opening + Array(",\"typ\":\"\(type)\"}".utf8)))
        }
    }

    /// The base64url text of the header with a `typ` and nothing else behind the key's members; nil for a type that isn't expected.
    func encoded(type: String) -> [UInt8]? { typed.first { $0.type == type }?.encoded }

    /// The base64url text of the header with the caller's members, and the format's own, behind the key's.
    func encode(adding extra: JSONObject, own: JSONObject = [:]) throws(Conflict) -> [UInt8] {
        if extra.isEmpty && own.isEmpty { return encoded }
        try check(extra)
        var json = opening
        for addition in [own, extra] where !addition.isEmpty {
            json.append(UInt8(ascii: ","))
            json.append(contentsOf: JSONValue.object(addition).encoded.dropFirst().dropLast())
        }
        json.append(UInt8(ascii: "}"))
        return Self.base64(json)
    }

    /// Refuses members that are the key's or the format's.
    func check(_ extra: JSONObject) throws(Conflict) {
        for member in extra.members where reserved.contains(member.name) { throw Conflict(name: member.name) }
    }

    private static func base64(_ json: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        Base64URL.append(json, to: &text)
        return text
    }
}
