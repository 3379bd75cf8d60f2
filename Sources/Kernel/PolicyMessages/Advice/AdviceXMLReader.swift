import Primitives

/// Reads the few elements of an advice's XML. There is no recursion, no entity that expands, and nothing but these elements.
struct AdviceXMLReader {
    private var rest: ArraySlice<UInt8>

    static let tooLong = PolicyMessageError(.tooLarge, "an advice has at most \(AdviceLimits.bytes) bytes")

    init(_ text: String) throws(PolicyMessageError) {
        guard text.utf8.count <= AdviceLimits.bytes else { throw Self.tooLong }
        rest = Array(text.utf8)[...]
    }

    /// `<Advices>` with its pairs, and nothing after it.
    mutating func advice() throws(PolicyMessageError) -> PolicyAdvice {
        var advice = PolicyAdvice()
        skipSpace()
        skipDeclaration()
        try begin("Advices")
        while !take("</Advices") { try pair(into: &advice) }
        try close()
        guard rest.isEmpty else { throw unexpected("the end") }
        guard !advice.isEmpty else { throw PolicyMessageError(.malformed, "an advice of no condition") }
        return advice
    }

    private mutating func pair(into advice: inout PolicyAdvice) throws(PolicyMessageError) {
        try begin("AttributeValuePair")
        let condition = PolicyAdvice.Condition(rawValue: try attribute())
        repeat {
            try begin("Value", keepingSpace: true)
            advice.add(condition, try text(upTo: UInt8(ascii: "<")))
            guard take("</Value") else { throw unexpected("</Value>") }
            try close()
        } while rest.starts(with: "<Value".utf8)
        guard take("</AttributeValuePair") else { throw unexpected("</AttributeValuePair>") }
        try close()
    }

    /// `<Attribute name="…"/>`, or with an end tag of its own.
    private mutating func attribute() throws(PolicyMessageError) -> String {
        guard take("<Attribute"), skipSpace(), take("name") else { throw unexpected("<Attribute name=\"…\"/>") }
        skipSpace()
        guard take("=") else { throw unexpected("=") }
        skipSpace()
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw unexpected("a quote") }
        let name = try text(upTo: quote)
        guard rest.popFirst() == quote else { throw unexpected("a quote") }
        skipSpace()
        if take("/>") {
            skipSpace()
            return name
        }
        try close()
        guard take("</Attribute") else { throw unexpected("</Attribute>") }
        try close()
        return name
    }

    /// Text up to a byte that ends it, with the five entities that XML itself has.
    private mutating func text(upTo end: UInt8) throws(PolicyMessageError) -> String {
        var bytes: [UInt8] = []
        while let byte = rest.first, byte != end {
            guard byte >= 0x20, byte != UInt8(ascii: "<") else { throw unexpected("text without control characters or tags") }
            if byte == UInt8(ascii: "&") { bytes.append(try entity()) } else { bytes.append(rest.removeFirst()) }
        }
        guard let text = String(foreign: bytes) else { throw unexpected("UTF-8") }
        return text
    }

    private mutating func entity() throws(PolicyMessageError) -> UInt8 {
        for (name, byte) in Self.entities where take(name) { return byte }
        throw PolicyMessageError(.malformed, "an advice has no entities but &amp; &lt; &gt; &quot; and &apos;")
    }

    private static let entities: [(String, UInt8)] = [
        ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&quot;", UInt8(ascii: "\"")),
        ("&apos;", UInt8(ascii: "'")),
    ]
}

extension AdviceXMLReader {
    private mutating func begin(_ element: String, keepingSpace: Bool = false) throws(PolicyMessageError) {
        guard take("<" + element) else { throw unexpected("<\(element)>") }
        try close(keepingSpace: keepingSpace)
    }

    private mutating func close(keepingSpace: Bool = false) throws(PolicyMessageError) {
        skipSpace()
        guard take(">") else { throw unexpected(">") }
        if !keepingSpace { skipSpace() }
    }

    /// `<?xml version="1.0"?>`, which some clients put before everything.
    private mutating func skipDeclaration() {
        guard rest.starts(with: "<?xml ".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return }
        rest = rest[rest.index(after: end)...]
        skipSpace()
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return true
    }

    private func unexpected(_ wanted: String) -> PolicyMessageError {
        PolicyMessageError(.malformed, "the advice is not as it should be: expected \(wanted) \(rest.count) bytes before its end")
    }
}
