import Primitives

/// Fills placeholders, `{{to}}`, into texts and JSON. The values are not scanned again: a message's text can't ask for the secret.
struct SMSTemplate: Sendable {
    let values: [String: String]

    func filled(_ text: String) -> String {
        var result = ""
        for part in Self.parts(of: text) {
            switch part {
            case .text(let text): result += text
            case .placeholder(let name): result += values[name] ?? ""
            }
        }
        return result
    }

    /// The same in every text of a JSON value, but not in the names of members.
    func filled(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): .string(filled(text))
        case .array(let elements): .array(elements.map(filled))
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, filled($0.value)) }))
        default: json
        }
    }

    static func placeholders(in text: String) -> Set<String> {
        Set(parts(of: text).compactMap { if case .placeholder(let name) = $0 { name } else { nil } })
    }

    static func texts(in json: JSONValue) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let object): object.members.flatMap { texts(in: $0.value) }
        default: []
        }
    }

    private enum Part {
        case text(String)
        case placeholder(String)
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            parts.append(.text(String(rest[..<open.lowerBound])))
            parts.append(.placeholder(rest[open.upperBound..<close.lowerBound].filter { $0 != " " }))
            rest = rest[close.upperBound...]
        }
        return parts + [.text(String(rest))]
    }
}
