import Primitives

/// The claims or members of a message, read with one kind of complaint: which, of what.
struct Claims {
    static let longestText = 512

    let object: JSONObject
    let what: String

    func text(_ name: String, atMost limit: Int = longestText) throws(PushMessageError) -> String {
        guard let text = try optionalText(name, atMost: limit) else { throw PushMessageError(.malformed, "\(name) of \(what) is missing") }
        return text
    }

    /// A text; nil when it is missing, null or empty. A number counts as its text, since issuers mix them up.
    func optionalText(_ name: String, atMost limit: Int = longestText) throws(PushMessageError) -> String? {
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.string ?? value.integer.map({ String($0) }) else { throw wrong(name, "a text") }
        guard text.utf8.count <= limit else { throw wrong(name, "a text of at most \(limit) bytes") }
        return text.isEmpty ? nil : text
    }

    func optionalNumber(_ name: String, _ range: ClosedRange<Int64>) throws(PushMessageError) -> Int64? {
        guard let text = try optionalText(name) else { return nil }
        guard let number = Int64(signedDecimal: text, in: range) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// True or false, or the text of one of them.
    func flag(_ name: String) throws(PushMessageError) -> Bool {
        switch object[name] {
        case nil, .null: false
        case .bool(let flag): flag
        case .string("true"): true
        case .string("false"): false
        default: throw wrong(name, "true or false")
        }
    }

    func bytes(_ name: String, atMost limit: Int = longestText) throws(PushMessageError) -> [UInt8] {
        guard let bytes = PushBase64.decode(try text(name, atMost: limit)), !bytes.isEmpty else { throw wrong(name, "Base64") }
        return bytes
    }

    func wrong(_ name: String, _ expected: String) -> PushMessageError {
        PushMessageError(.malformed, "\(name) of \(what) must be \(expected)")
    }
}
