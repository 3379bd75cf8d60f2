import Primitives

/// The tags of an SVG file, one after the other. Declarations of types, entities, sections of character data and instructions are refused;
/// comments and text are passed over.
struct SVGReader {
    enum Tag {
        case start(String, [(name: String, value: String)], isEmpty: Bool)
        case end(String)
    }

    private var rest: ArraySlice<UInt8>

    init(_ file: [UInt8]) {
        rest = file[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        if rest.starts(with: "<?xml ".utf8), let end = Self.end(of: "?>", in: rest) { rest = rest[end...] }
    }

    /// The next tag; nil at the end of the file.
    mutating func next() throws(LookImage.Refusal) -> Tag? {
        while true {
            rest = rest.drop { $0 != UInt8(ascii: "<") }
            guard !rest.isEmpty else { return nil }
            guard rest.starts(with: "<!--".utf8) else { return try tag() }
            guard let end = Self.end(of: "-->", in: rest) else { throw Self.malformed }
            rest = rest[end...]
        }
    }

    private mutating func tag() throws(LookImage.Refusal) -> Tag {
        rest = rest.dropFirst()
        if take("/") {
            let name = try self.name()
            space()
            guard take(">") else { throw Self.malformed }
            return .end(name)
        }
        let element = try self.name()
        var attributes: [(name: String, value: String)] = []
        while true {
            space()
            if take("/>") { return .start(element, attributes, isEmpty: true) }
            if take(">") { return .start(element, attributes, isEmpty: false) }
            let attribute = try self.name()
            space()
            guard take("=") else { throw Self.malformed }
            space()
            guard !attributes.contains(where: { $0.name == attribute }), attributes.count < 64 else { throw Self.malformed }
            attributes.append((attribute, try self.value()))
        }
    }

    /// A name of ASCII letters, digits and a few marks.
    private mutating func name() throws(LookImage.Refusal) -> String {
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard (1...64).contains(name.count) else { throw Self.malformed }
        rest = rest[name.endIndex...]
        return String(own: name)
    }

    /// A value of printable ASCII and space, without what a text of XML escapes.
    private mutating func value() throws(LookImage.Refusal) -> String {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw Self.malformed }
        rest = rest.dropFirst()
        let value = rest.prefix { $0 != quote }
        guard value.endIndex < rest.endIndex else { throw Self.malformed }
        rest = rest[value.endIndex...].dropFirst()
        let bytes = value.map { [0x09, 0x0A, 0x0D].contains($0) ? 0x20 : $0 }
        let refused = Set("<>&\"'".utf8)
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) && !refused.contains($0) }) else {
            throw LookImage.Refusal(reason: "has an attribute with an entity, or beyond ASCII")
        }
        return String(own: bytes)
    }

    private mutating func space() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let mark = Array(mark.utf8)
        var place = bytes.startIndex
        while let found = bytes[place...].firstIndex(of: mark[0]) {
            if bytes[found...].starts(with: mark) { return found + mark.count }
            place = found + 1
        }
        return nil
    }

    private static let malformed = LookImage.Refusal(reason: "is no well-formed SVG")
}
