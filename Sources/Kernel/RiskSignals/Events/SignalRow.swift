import Primitives

/// The values of a list's events, read one after the other. An event is an array and not an object, since names would be more than half of a
/// payload; and no tree is made of it, since that would be more than half of the reading.
struct SignalRow {
    private var reader: JSONReader
    private var hasEnded = true

    private init(_ reader: JSONReader) { self.reader = reader }

    /// Reads a list of events.
    /// - Parameter reader: a reader whose next value is the list; behind it when the list was read.
    static func events(from reader: inout JSONReader) throws(RiskError) -> [SignalEvent] {
        var events: [SignalEvent] = []
        events.reserveCapacity(SignalLimits.events / 2)
        var row = SignalRow(reader)
        try row.json { (reader) throws(JSONError) in try reader.beginArray() }
        while try row.json({ (reader) throws(JSONError) in try reader.nextElement() }) {
            guard events.count < SignalLimits.events else {
                throw RiskError(.tooLarge, "a payload has more than \(SignalLimits.events) events")
            }
            events.append(try SignalEvent(&row, after: events.last.map { ($0.number, $0.time) }))
        }
        reader = row.reader
        return events
    }

    /// Enters the next event.
    mutating func begin() throws(RiskError) {
        try json { (reader) throws(JSONError) in try reader.beginArray() }
        hasEnded = false
    }

    mutating func text(_ name: String, atMost limit: Int) throws(RiskError) -> String { try text(name, try take(), atMost: limit) }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(RiskError) -> Int {
        guard let number = try take()?.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func flag(_ name: String) throws(RiskError) -> Bool {
        guard case .bool(let flag)? = try take() else { throw wrong(name, "true or false") }
        return flag
    }

    mutating func word(_ name: String) throws(RiskError) -> SignalWord { try word(name, try take()) }

    /// The next word; nil when the row has ended.
    mutating func optionalWord(_ name: String) throws(RiskError) -> SignalWord? {
        guard let value = try take() else { return nil }
        return try word(name, value)
    }

    /// The next text; nil when the row has ended.
    mutating func optionalText(_ name: String, atMost limit: Int) throws(RiskError) -> String? {
        guard let value = try take() else { return nil }
        return try text(name, value, atMost: limit)
    }

    /// Makes sure that nothing is left.
    mutating func end() throws(RiskError) {
        if case .some = try take() { throw RiskError(.malformed, "an event has more values than its kind") }
    }

    func wrong(_ name: String, _ expected: String) -> RiskError { RiskError(.malformed, "\(name) of an event must be \(expected)") }

    private func text(_ name: String, _ value: JSONValue?, atMost limit: Int) throws(RiskError) -> String {
        guard case .string(let text)? = value, !text.isEmpty else { throw wrong(name, "a text") }
        guard text.utf8.count <= limit else { throw RiskError(.tooLarge, "\(name) of an event has more than \(limit) bytes") }
        return text
    }

    private func word(_ name: String, _ value: JSONValue?) throws(RiskError) -> SignalWord {
        guard let word = SignalWord(json: value) else { throw wrong(name, "a word, or the length of a text") }
        return word
    }

    /// The next value; nil when the row has ended.
    private mutating func take() throws(RiskError) -> JSONValue? {
        // Written out, as `nil` is a JSON value too.
        guard !hasEnded, try json({ (reader) throws(JSONError) in try reader.nextElement() }) else {
            hasEnded = true
            return Optional.none
        }
        return try json { (reader) throws(JSONError) in try reader.value() }
    }

    @inline(__always)
    private mutating func json<Value>(_ read: (inout JSONReader) throws(JSONError) -> Value) throws(RiskError) -> Value {
        do { return try read(&reader) } catch { throw RiskError(.malformed, "the events are no arrays in JSON within the bounds") }
    }
}
