package import Primitives

extension SMSGateway {
    private static let members: Set = ["url", "method", "headers", "form", "json", "from", "username", "accepted"]

    /// The whole of it but the secret.
    package var json: JSONObject {
        var object: JSONObject = ["url": .string(url), "method": .string(method.rawValue)]
        if !headers.isEmpty { object["headers"] = .object(JSONObject(headers.map { ($0.name, .string($0.value)) })) }
        switch body {
        case .form(let fields): object["form"] = .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))
        case .json(let json): object["json"] = json
        }
        if !from.isEmpty { object["from"] = .string(from) }
        if !username.isEmpty { object["username"] = .string(username) }
        object["accepted"] = acceptance.map { [$0.pointer: .string($0.value)] }
        return object
    }

    /// Reads a gateway's file.
    ///
    /// - Throws: ``MessageError`` `.invalid`, with the member that is wrong.
    package init(json: JSONObject) throws(MessageError) {
        if let unknown = json.names.first(where: { !Self.members.contains($0) }) {
            throw MessageError(
                .invalid, "an SMS gateway has no member \(unknown.prefix(64)); it has \(Self.members.sorted().joined(separator: ", "))")
        }
        self.init(url: try Self.text("url", json) ?? "", body: try Self.body(json))
        if let name = try Self.text("method", json) {
            guard let method = Method(exactly: name) else { throw MessageError(.invalid, "method is POST or PUT") }
            self.method = method
        }
        headers = try Self.texts("headers", json)
        from = try Self.text("from", json) ?? ""
        username = try Self.text("username", json) ?? ""
        acceptance = try Self.texts("accepted", json).first.map { Acceptance(pointer: $0.name, value: $0.value) }
    }

    private static func body(_ json: JSONObject) throws(MessageError) -> Body {
        switch (json["form"], json["json"]) {
        case (.some, nil): .form(try texts("form", json))
        case (nil, let body?): .json(body)
        default: throw MessageError(.invalid, "an SMS gateway has a body: either form or json")
        }
    }

    private static func text(_ name: String, _ json: JSONObject) throws(MessageError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw MessageError(.invalid, "\(name) is a text") }
        return text
    }

    private static func texts(_ name: String, _ json: JSONObject) throws(MessageError) -> [(name: String, value: String)] {
        guard let value = json[name] else { return [] }
        let members = value.object?.members ?? []
        let texts = members.compactMap { member in member.value.string.map { (name: member.name, value: $0) } }
        guard value.object != nil, texts.count == members.count else { throw MessageError(.invalid, "\(name) is an object of texts") }
        return texts
    }
}
