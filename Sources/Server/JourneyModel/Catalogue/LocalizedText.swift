package import Primitives
package import ResourceMessages

/// A text in one or several languages.
package struct LocalizedText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The texts by language tag, in the order of the file. A text without a language has the tag `en`.
    private let texts: [(tag: String, text: String)]

    /// A text in English.
    package init(_ text: String) { texts = [("en", text)] }
    package init(stringLiteral text: String) { self.init(text) }

    /// An empty map is no text.
    package static let none = LocalizedText(texts: [])
    private init(texts: [(tag: String, text: String)]) { self.texts = texts }

    /// Whether there is no text in any language.
    package var isEmpty: Bool { texts.isEmpty }

    /// The best text for a reader of some languages, best first: the same tag, then the same language, then English, then
    /// the first there is (RFC 4647 §3.4 in short).
    package func text(for languages: [String]) -> String? {
        if texts.count < 2 { return texts.first?.text }
        for wanted in languages {
            if let exact = first(where: { Self.same($0, wanted) }) { return exact }
            if let near = first(where: { Self.same(Self.language($0), Self.language(wanted)) }) { return near }
        }
        return first { Self.same(Self.language($0), "en") } ?? texts.first?.text
    }

    package static func == (left: Self, right: Self) -> Bool { left.setting == right.setting }

    private func first(where matches: (String) -> Bool) -> String? { texts.first { matches($0.tag) }?.text }

    private static func same(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool { a.lowercased() == b.lowercased() }

    private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
}

extension LocalizedText: SettingValue {
    package static var form: SettingForm { .localizedText }

    /// AM writes an empty map where no text was written, and shows the node's own.
    package static func isUnset(_ json: JSONValue) -> Bool { json.object?.isEmpty == true }

    package init?(setting json: JSONValue) {
        if let text = json.string {
            self.init(text)
        } else if let object = json.object {
            let texts = object.members.compactMap { member in member.value.string.map { (member.name, $0) } }
            guard texts.count == object.count else { return nil }
            self.init(texts: texts)
        } else {
            return nil
        }
    }

    /// AM has a map, also of one text.
    package var amSetting: JSONValue { .object(JSONObject(texts.map { ($0.tag, .string($0.text)) })) }

    package var setting: JSONValue {
        if texts.count == 1, texts[0].tag == "en" { return .string(texts[0].text) }
        return .object(JSONObject(texts.map { ($0.tag, .string($0.text)) }))
    }
}

extension LocalizedText: ExpressibleByDictionaryLiteral {
    /// Texts by language tag.
    package init(dictionaryLiteral elements: (String, String)...) { self.init(texts: elements.map { (tag: $0.0, text: $0.1) }) }
}
