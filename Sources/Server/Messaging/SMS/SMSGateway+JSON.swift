package import Primitives
package import ResourceMessages

extension SMSGateway: Shaped {
    package static let shapeName = "SMSGateway"

    /// The members of a gateway's file.
    package static let members: [Member<Self>] = [
        Member("url", \.url, text), Member("method", \.method, .choice), Member("headers", \.headers, pairs).unless(\.headers.isEmpty),
        Member("form", optional: \.fields, pairs), Member("json", optional: \.document, .any),
        Member("from", \.from, text).unless(\.from.isEmpty),
        Member("username", \.username, text).unless(\.username.isEmpty), Member("accepted", optional: \.acceptance, .acceptance),
    ]

    private static let text = Form<String>.lines(0...4096)
    private static let pairs = Form<[(name: String, value: String)]>.pairs

    package init() { self.init(url: "", body: .form([])) }

    /// A gateway has a body of one kind.
    package static var form: Form<Self> {
        let whole = Form.object(shapeName, members, from: { Self() })
        return Form(whole.shape) { json, reading in
            if let object = json.object, (object["form"] == nil) == (object["json"] == nil) {
                reading.refuse(.invalid, "an SMS gateway has a body: either form or json")
            }
            return whole.read(json, &reading)
        } write: {
            whole.write($0)
        }
    }

    /// Reads a gateway's file.
    /// - Throws: ``MessageError`` `.invalid`, with each member that is wrong.
    package init(json: JSONObject) throws(MessageError) {
        do { self = try Self.form.value(of: .object(json)) } catch { throw MessageError(.invalid, error.description) }
    }

    private var fields: [(name: String, value: String)]? {
        get { if case .form(let fields) = body { fields } else { nil } }
        set { body = .form(newValue ?? []) }
    }

    private var document: JSONValue? {
        get { if case .json(let json) = body { json } else { nil } }
        set { body = .json(newValue ?? .null) }
    }
}

extension Form where Value == [(name: String, value: String)] {
    /// Texts by name, in their order.
    fileprivate static var pairs: Form {
        .checked(.texts, { $0.object?.members.compactMap { member in member.value.string.map { (name: member.name, value: $0) } } }) {
            .object(JSONObject($0.map { ($0.name, .string($0.value)) }))
        }
    }
}

extension Form where Value == JSONValue {
    fileprivate static var any: Form { .checked(.any, { $0 }) { $0 } }
}

extension Form where Value == SMSGateway.Acceptance {
    /// One place of the answer, and the value that it must have.
    fileprivate static var acceptance: Form {
        .checked(.map(.text, count: 1...1)) { json in
            guard let member = json.object?.members.first, let value = member.value.string else { return nil }
            return SMSGateway.Acceptance(pointer: member.name, value: value)
        } write: {
            .object([$0.pointer: .string($0.value)])
        }
    }
}
