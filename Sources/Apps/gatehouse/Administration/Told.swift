import Administration
import Primitives

/// The output of an action as its description says it: the same from the open file and from a server.
struct Told {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// The whole object; empty for what is none.
    var object: JSONObject { json.object ?? JSONObject() }

    /// The objects of a list.
    var rows: [JSONObject] { Self.rows(json) }

    /// The objects of a list that is a member.
    func rows(_ name: String) -> [JSONObject] { json[name].map(Self.rows) ?? [] }

    /// A member.
    subscript(name: String) -> JSONValue? { json[name] }

    /// A member as a text; empty where there is none.
    func text(_ name: String) -> String {
        switch json[name] {
        case .string(let text): text
        case nil, .null: ""
        case .some(let other): other.text
        }
    }

    /// A number; 0 where there is none.
    func count(_ name: String) -> Int64 { json[name]?.integer ?? 0 }

    private static func rows(_ json: JSONValue) -> [JSONObject] { (json.array ?? []).compactMap(\.object) }
}

extension JSONObject {
    /// The same with some of the members alone, in their order here.
    func only(_ names: String...) -> JSONObject { JSONObject(names.compactMap { name in self[name].map { (name, $0) } }) }

    /// The same without a member.
    func without(_ name: String) -> JSONObject { JSONObject(members.filter { $0.name != name }.map { ($0.name, $0.value) }) }
}
