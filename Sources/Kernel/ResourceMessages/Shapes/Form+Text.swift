package import Foundation
package import Primitives

extension Form where Value == String {
    /// A text without control characters.
    ///
    /// - Parameters:
    ///   - length: in Unicode code points.
    ///   - pattern: its form, for people and documents; `isValid` decides.
    package static func text(
        _ length: ClosedRange<Int>, format: String? = nil, pattern: String? = nil,
        isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Form {
        let bounds = Shape.TextBounds(length: length, format: format, pattern: pattern ?? TextRule.printable)
        return Form(.text(bounds)) { json, reading in
            if let text = json.string, reading.isStored || bounds.fits(text) && isValid(text) { return text }
            bounds.refuse(&reading, pattern: pattern)
            return nil
        } write: {
            .string($0)
        }
    }

    /// One of some words.
    package static func oneOf(_ words: [String]) -> Form { .checked(.choice(words), \.string) { .string($0) } }

    /// A text of several lines, such as a key in PEM.
    package static func lines(_ length: ClosedRange<Int>) -> Form {
        .checked(.text(Shape.TextBounds(length: length, isLong: true)), \.string) { .string($0) }
    }
}

extension Form where Value == Secret {
    /// A secret text. It is written as what can't be one: a document with it is never shown.
    package static func secret(_ length: ClosedRange<Int>) -> Form<Secret> {
        .checked(.secret(Shape.TextBounds(length: length, isLong: true)), { $0.string.map { Secret($0) } }) { .string($0.description) }
    }
}

extension Form where Value == UUID {
    package static var id: Form<UUID> {
        Form(.text(Shape.TextBounds(length: 36...36, format: "uuid"))) { json, reading in
            let id = json.string.flatMap { UUID(uuidString: $0) }
            if id == nil { reading.refuse(.invalid, "it is a UUID") }
            return id
        } write: {
            .string($0.uuidString.lowercased())
        }
    }

    /// `{"id": "…"}`
    package static var reference: Form<UUID> { Form.reference(to: .id) }
}

extension Form where Value == Date {
    /// ISO 8601 in UTC with milliseconds: `2025-11-30T00:00:00.000Z`, and no other form.
    package static var time: Form<Date> {
        let pattern = #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"#
        return Form(.text(Shape.TextBounds(length: 24...24, format: "date-time", pattern: pattern))) { json, reading in
            guard let text = json.string, text.utf8.count == 24, let date = try? TimeText.style.parse(text), TimeText.text(date) == text
            else {
                reading.refuse(.invalid, "it is a time such as 2025-11-30T00:00:00.000Z", pattern: pattern)
                return nil
            }
            return TimeText.whole(date)
        } write: {
            .string(TimeText.text($0))
        }
    }
}

/// Times as texts, to the millisecond.
private enum TimeText {
    static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// A number of seconds is a little more or less than the milliseconds that it stands for.
    static func whole(_ date: Date) -> Date { Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000) }

    /// A quarter of a millisecond more, since what is formatted is cut off.
    static func text(_ date: Date) -> String { style.format(whole(date).addingTimeInterval(0.00025)) }
}

extension Form {
    /// `{"id": …}`
    package static func reference(to id: Form<Value>, named name: String = "Reference") -> Form {
        let shape = ObjectShape(name: name, members: [ObjectShape.Member(name: "id", shape: id.shape, presence: .required)])
        return Form(.object(shape)) { json, reading in
            guard let object = json.object, object.names == ["id"], let value = object["id"] else {
                reading.refuse(.invalid, "it is an object with an id")
                return nil
            }
            return reading.within("id") { id.read(value, &$0) }
        } write: {
            .object(["id": id.write($0)])
        }
    }

    /// An object whose members may have any names.
    package static func map<Element>(_ element: Form<Element>, count: ClosedRange<Int>) -> Form where Value == [String: Element] {
        Form(.map(element.shape, count: count)) { json, reading in
            guard let object = json.object, reading.isStored || mayHave(object.names, count) else {
                reading.refuse(.invalid, "it is an object of \(count.lowerBound) to \(count.upperBound) members", range: count)
                return nil
            }
            var values: [String: Element] = [:]
            for member in object.members { values[member.name] = reading.within(member.name) { element.read(member.value, &$0) } }
            return values
        } write: { values in
            .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, element.write($0.value)) }))
        }
    }

    private static func mayHave(_ names: [String], _ count: ClosedRange<Int>) -> Bool {
        count.contains(names.count) && names.allSatisfy { (1...64).contains($0.utf8.count) }
    }
}
