import Primitives

/// The values of an event, read one after the other. An event is an array and not an object, since names would be more than half of a payload.
struct SignalRow {
    private let values: [JSONValue]
    private var next = 0

    init(_ json: JSONValue) throws(RiskError) {
        guard let values = json.array else { throw RiskError(.malformed, "an event is no array") }
        self.values = values
    }

    mutating func text(_ name: String, atMost limit: Int) throws(RiskError) -> String {
        guard case .string(let text)? = take(), !text.isEmpty else { throw wrong(name, "a text") }
        guard text.utf8.count <= limit else { throw RiskError(.tooLarge, "\(name) of an event has more than \(limit) bytes") }
        return text
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(RiskError) -> Int {
        guard let number = take()?.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func flag(_ name: String) throws(RiskError) -> Bool {
        guard case .bool(let flag)? = take() else { throw wrong(name, "true or false") }
        return flag
    }

    mutating func word(_ name: String) throws(RiskError) -> SignalWord {
        guard let word = SignalWord(json: take()) else { throw wrong(name, "a word, or the length of a text") }
        return word
    }

    /// The next word; nil when the row has ended.
    mutating func optionalWord(_ name: String) throws(RiskError) -> SignalWord? { hasEnded ? nil : try word(name) }

    /// The next text; nil when the row has ended.
    mutating func optionalText(_ name: String, atMost limit: Int) throws(RiskError) -> String? {
        hasEnded ? nil : try text(name, atMost: limit)
    }

    private var hasEnded: Bool { next == values.count }

    /// Makes sure that nothing is left.
    func end() throws(RiskError) {
        guard hasEnded else { throw RiskError(.malformed, "an event has more values than its kind") }
    }

    func wrong(_ name: String, _ expected: String) -> RiskError { RiskError(.malformed, "\(name) of an event must be \(expected)") }

    private mutating func take() -> JSONValue? {
        guard !hasEnded else { return nil }
        defer { next += 1 }
        return values[next]
    }
}
