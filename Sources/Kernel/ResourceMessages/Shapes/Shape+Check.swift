package import Primitives

extension Shape {
    /// Writes down each reason why a value isn't one of this shape, as far as type and bounds tell. Of a stored value only the type counts,
    /// so that a narrower bound of a newer version makes no configuration unreadable.
    package func check(_ json: JSONValue, _ reading: inout ShapeReading) {
        switch self {
        case .flag: if json.bool == nil { reading.refuse(.invalid, "it is true or false") }
        case .integer(let range, _): Self.check(json.integer.flatMap { Int(exactly: $0) }, range, &reading)
        case .measure: if !(json.number.map { $0 >= 0 } ?? false) { reading.refuse(.invalid, "it is a number of zero or more") }
        case .text(let bounds), .secret(let bounds): bounds.check(json.string, &reading)
        case .localizedText: if json.string == nil { Self.texts.check(json, &reading) }
        case .choice(let names):
            if !(json.string.map(names.contains) ?? false) {
                reading.refuse(.invalid, "it is one of \(names.joined(separator: ", "))", allowed: names)
            }
        case .name: if json.string == nil { reading.refuse(.invalid, "it is a text") }
        case .list(let element, let count): Self.check(json.array, element, count, &reading)
        case .map(let element, let count): Self.check(json.object, element, count, &reading)
        case .object(let object): object.check(json, &reading)
        case .variants(let variants): variants.variant(of: json, &reading).map { variants.whole($0).check(json, &reading) }
        case .open, .again: if json.object == nil { reading.refuse(.invalid, "it is an object") }
        case .any: break
        case .nullable(let shape): if json != .null { shape.check(json, &reading) }
        case .called(_, let shape), .naming(_, let shape): shape.check(json, &reading)
        }
    }

    /// The reason why a value can't be one of this shape; nil when it can.
    package func problem(with value: JSONValue) -> String? {
        var reading = ShapeReading()
        check(value, &reading)
        return reading.problems.isEmpty ? nil : "expected \(self)"
    }

    private static func check(_ number: Int?, _ range: ClosedRange<Int>?, _ reading: inout ShapeReading) {
        if let number, reading.isStored || range?.contains(number) ?? true { return }
        let words = range.map { "it is a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "it is a whole number"
        reading.refuse(.invalid, words, range: range)
    }

    private static func check(_ array: [JSONValue]?, _ element: Shape, _ count: ClosedRange<Int>?, _ reading: inout ShapeReading) {
        guard let array, reading.isStored || count?.contains(array.count) ?? true else {
            let words = count.map { "it is a list of \($0.lowerBound) to \($0.upperBound)" } ?? "it is a list"
            return reading.refuse(.invalid, words, range: count)
        }
        for (index, json) in array.enumerated() { reading.within("[\(index)]") { element.check(json, &$0) } }
    }

    private static func check(_ object: JSONObject?, _ element: Shape, _ count: ClosedRange<Int>?, _ reading: inout ShapeReading) {
        guard let object, reading.isStored || count?.contains(object.count) ?? true else {
            let words = count.map { "it is an object of \($0.lowerBound) to \($0.upperBound) members" } ?? "it is an object"
            return reading.refuse(.invalid, words, range: count)
        }
        for member in object.members { reading.within(member.name) { element.check(member.value, &$0) } }
    }
}

extension Shape.TextBounds {
    fileprivate func check(_ text: String?, _ reading: inout ShapeReading) {
        if let text, reading.isStored || fits(text) { return }
        refuse(&reading)
    }

    func fits(_ text: String) -> Bool {
        let isWritable = isLong ? !text.unicodeScalars.contains("\0") : TextRule.isPrintable(text)
        return isWritable && length?.contains(text.unicodeScalars.count) ?? true
    }

    /// Writes down that a text is none of these.
    /// - Parameter pattern: its expected form, where a pattern says it.
    func refuse(_ reading: inout ShapeReading, pattern: String? = nil) {
        if let pattern { return reading.refuse(.invalid, "it doesn't look like \(pattern)", pattern: pattern) }
        guard let length else { return reading.refuse(.invalid, "it is a text") }
        let characters = isLong ? "" : " printable characters"
        reading.refuse(.invalid, "it is a text of \(length.lowerBound) to \(length.upperBound)\(characters)", range: length)
    }
}

extension ObjectShape {
    fileprivate func check(_ json: JSONValue, _ reading: inout ShapeReading) {
        guard let object = json.object else { return reading.refuse(.invalid, "it is an object") }
        for member in members where member.presence.isRequired && (object[member.name] ?? .null) == .null && !reading.isStored {
            reading.refuse(.missing, "it is missing", at: member.name)
        }
        for sent in object.members where sent.value != .null {
            guard let member = members.first(where: { $0.name == sent.name }) else {
                if !reading.isStored { reading.refuse(.unknownMember, "there is no such member", at: sent.name) }
                continue
            }
            reading.within(sent.name) { member.shape.check(sent.value, &$0) }
        }
    }
}

enum TextRule {
    static let printable = #"^[^\u0000-\u001F\u007F]*$"#

    static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !$0.isMisleading }
    }
}
