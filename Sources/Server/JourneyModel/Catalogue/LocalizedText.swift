package import Primitives
package import ResourceMessages
package import Translations

/// A text in one or several languages: an administrator's, or one of the server's own, which there is in all languages that it speaks.
package struct LocalizedText: Sendable, Equatable, ExpressibleByStringLiteral {
    private let source: Source

    private enum Source: Sendable {
        /// The texts by language tag, in the order of the file. A text without a language has the tag `en`.
        case texts([(tag: String, text: String)])
        /// A text that a node has of its own. In files it is the English one.
        case ofNode(any KeyPath<NodePhrases, String> & Sendable)
        /// A text for journeys, by its name in the catalogue.
        case ofJourneys(name: String)
    }

    private init(_ source: Source) { self.source = source }

    /// A text in English.
    package init(_ text: String) { self.init(.texts([("en", text)])) }
    package init(stringLiteral text: String) { self.init(text) }

    /// A text of the server's own, for a node's default.
    package init(_ phrase: any KeyPath<NodePhrases, String> & Sendable) { self.init(.ofNode(phrase)) }

    /// An empty map is no text.
    package static let none = LocalizedText(.texts([]))

    /// The member that names a text of the server's own where a file has a map of texts.
    package static let ownMember = "standard"

    /// Whether there is no text in any language.
    package var isEmpty: Bool {
        if case .texts(let texts) = source { texts.isEmpty } else { false }
    }

    /// The best text for a reader of some languages, best first: the same tag, then the same language, then English, then
    /// the first there is (RFC 4647 §3.4 in short).
    package func text(for languages: [String]) -> String? {
        switch source {
        case .texts(let texts): Self.text(of: texts, for: languages)
        case .ofNode(let phrase): Language(preferring: languages).catalogue.nodes[keyPath: phrase]
        case .ofJourneys(let name): Language(preferring: languages).catalogue.journeys[name]
        }
    }

    private static func text(of texts: [(tag: String, text: String)], for languages: [String]) -> String? {
        func first(where matches: (String) -> Bool) -> String? { texts.first { matches($0.tag) }?.text }
        if texts.count < 2 { return texts.first?.text }
        for wanted in languages {
            if let exact = first(where: { same($0, wanted) }) { return exact }
            if let near = first(where: { same(language($0), language(wanted)) }) { return near }
        }
        return first { same(language($0), "en") } ?? texts.first?.text
    }

    package static func == (left: Self, right: Self) -> Bool { left.setting == right.setting }

    private static func same(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool { a.lowercased() == b.lowercased() }

    private static func language(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
}

extension LocalizedText: SettingValue {
    package static var form: SettingForm { .localizedText }

    /// AM writes an empty map where no text was written, and shows the node's own.
    package static func isUnset(_ json: JSONValue) -> Bool { json.object?.isEmpty == true }

    /// Reads a text, a map of texts by language, or `{"standard": NAME}` for a text of the server's own; nil for anything else, and for a
    /// name that no text has.
    package init?(setting json: JSONValue) {
        if let text = json.string {
            self.init(text)
        } else if let object = json.object {
            let texts = object.members.compactMap { member in member.value.string.map { (member.name, $0) } }
            guard texts.count == object.count else { return nil }
            if texts.count == 1, texts[0].0 == Self.ownMember {
                guard Language.english.catalogue.journeys[texts[0].1] != nil else { return nil }
                self.init(.ofJourneys(name: texts[0].1))
            } else {
                self.init(.texts(texts.map { (tag: $0.0, text: $0.1) }))
            }
        } else {
            return nil
        }
    }

    /// AM has a map, also of one text. It gets the server's own texts in English.
    package var amSetting: JSONValue {
        if case .texts(let texts) = source { return Self.map(texts) }
        return Self.map([("en", text(for: []) ?? "")])
    }

    /// A node's default is as if it were written in English: a file that has the same text says no more than one that has none.
    package var setting: JSONValue {
        switch source {
        case .texts(let texts) where texts.count == 1 && texts[0].tag == "en": .string(texts[0].text)
        case .texts(let texts): Self.map(texts)
        case .ofNode: .string(text(for: []) ?? "")
        case .ofJourneys(let name): .object([Self.ownMember: .string(name)])
        }
    }

    private static func map(_ texts: [(tag: String, text: String)]) -> JSONValue {
        .object(JSONObject(texts.map { ($0.tag, .string($0.text)) }))
    }
}

extension LocalizedText: ExpressibleByDictionaryLiteral {
    /// Texts by language tag.
    package init(dictionaryLiteral elements: (String, String)...) { self.init(.texts(elements.map { (tag: $0.0, text: $0.1) })) }
}
