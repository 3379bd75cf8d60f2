/// The tags of an HTML text with their attributes, read as a browser's tokenizer reads them (WHATWG HTML §13.2.5), scalar by
/// scalar. Enough of it to see whether a value has broken out of its place.
struct HTMLStructure: Equatable {
    private(set) var tags: [Tag] = []

    struct Tag: Equatable {
        var name: String
        var attributes: [Attribute] = []

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    struct Attribute: Equatable {
        var name: String
        var value = ""
    }

    init(_ html: String) {
        var rest = html.unicodeScalars[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if let first = rest.first, first == "/" || first == "!" || first.isLetter { tags.append(Self.tag(&rest)) }
        }
    }

    /// The tags by name.
    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    /// Names of tags and of their attributes, without the values.
    var skeleton: [[String]] { tags.map { [$0.name] + $0.attributes.map(\.name) } }

    private static func tag(_ rest: inout Substring.UnicodeScalarView) -> Tag {
        var tag = Tag(name: take(&rest) { !$0.isSpace && $0 != ">" })
        while true {
            _ = take(&rest) { $0.isSpace || $0 == "/" }
            guard let next = rest.first, next != ">" else { break }
            tag.attributes.append(attribute(&rest))
        }
        rest = rest.dropFirst()
        return tag
    }

    private static func attribute(_ rest: inout Substring.UnicodeScalarView) -> Attribute {
        let name = take(&rest) { !$0.isSpace && $0 != ">" && $0 != "=" && $0 != "/" }
        guard rest.first == "=" else { return Attribute(name: name) }
        rest = rest.dropFirst()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return Attribute(name: name, value: take(&rest) { !$0.isSpace && $0 != ">" })
        }
        rest = rest.dropFirst()
        let value = take(&rest) { $0 != quote }
        rest = rest.dropFirst()
        return Attribute(name: name, value: value)
    }

    private static func take(
        _ rest: inout Substring.UnicodeScalarView, while isTaken: (Unicode.Scalar) -> Bool
    ) -> String {
        let taken = rest.prefix(while: isTaken)
        rest = rest[taken.endIndex...]
        return String(taken)
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { [" ", "\n", "\t", "\r", "\u{C}"].contains(self) }
    fileprivate var isLetter: Bool { properties.isAlphabetic && isASCII }
}
