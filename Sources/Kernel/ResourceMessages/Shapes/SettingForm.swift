package import Primitives

/// The form of a setting's values: in words for people (``description``), as JSON Schema for editors (``schema``).
package indirect enum SettingForm: Sendable, Equatable, CustomStringConvertible {
    case text, flag
    /// A whole number, within bounds if there are any.
    case number(ClosedRange<Int>? = nil)
    /// A whole number of seconds.
    case seconds(ClosedRange<Int> = 1...SettingForm.tenYears)
    /// A number of zero or more, of which AM's files make a text.
    case measure
    case choice([String])
    /// A text, or a map of texts by language tag.
    case localizedText
    /// The name of something that the realm has.
    case name(of: Referent)
    case list(SettingForm)
    /// Texts by name.
    case texts
    /// A JSON object, whose meaning the setting's help tells.
    case object
    /// The nodes of a page, so many at the most.
    case nodes(most: Int)
    /// The condition of a sign-on policy's action.
    case condition

    /// The things of a realm that a setting can name.
    package enum Referent: String, Sendable, CaseIterable {
        case attribute, journey, script, template, provider
    }

    package var description: String {
        switch self {
        case .text: "text"
        case .flag: "true or false"
        case .number(nil), .measure: "number"
        case .number(let range?): "number \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range): "seconds, \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): names.joined(separator: " or ")
        case .localizedText: "text, or texts by language"
        case .name(let referent): "name of \(referent.article) \(referent.rawValue)"
        case .list(.text): "list of texts"
        case .list(.name(let referent)): "list of names of \(referent.rawValue)s"
        case .list(let element): "list of \(element)"
        case .texts: "map of texts"
        case .object: "map"
        case .nodes: "list of nodes"
        case .condition: "a condition"
        }
    }

    /// The JSON Schema (2020-12) of the values. `x-names` says what a text has to be the name of, `x-unit` the unit of a number.
    package var schema: JSONObject {
        switch self {
        case .text: ["type": "string"]
        case .flag: ["type": "boolean"]
        case .number(nil): ["type": "integer"]
        case .number(let range?):
            ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound))]
        case .seconds(let range): Self.timed(Self.number(range).schema)
        case .measure: ["type": "number", "minimum": 0]
        case .choice(let names): ["type": "string", "enum": .array(names.map(JSONValue.string))]
        case .localizedText: ["anyOf": [.object(Self.text.schema), .object(Self.texts.schema)]]
        case .name(let referent): ["type": "string", "x-names": .string(referent.rawValue)]
        case .list(let element): ["type": "array", "items": .object(element.schema)]
        case .texts: ["type": "object", "additionalProperties": .object(Self.text.schema)]
        case .object, .condition: ["type": "object"]
        case .nodes(let most): ["type": "array", "items": ["type": "object"], "minItems": 1, "maxItems": .integer(Int64(most))]
        }
    }

    private static func timed(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        schema["x-unit"] = "s"
        return schema
    }

    package static let tenYears = 315_360_000

    /// The reason why a value can't be one of this form, as far as its type and bounds tell; nil when it can.
    package func problem(with value: JSONValue) -> String? {
        accepts(value) ? nil : "expected \(self)"
    }

    private func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .text, .name: value.string != nil
        case .flag: value.bool != nil
        case .number(let range): value.integer.map { number in range.map { $0.contains(Int(clamping: number)) } ?? true } ?? false
        case .seconds(let range): Self.number(range).accepts(value)
        case .measure: value.number.map { $0 >= 0 } ?? false
        case .choice(let names): value.string.map(names.contains) ?? false
        case .localizedText: Self.text.accepts(value) || Self.texts.accepts(value)
        case .list(let element): value.array?.allSatisfy(element.accepts) ?? false
        case .texts: value.object?.members.allSatisfy { $0.value.string != nil } ?? false
        case .object, .condition: value.object != nil
        case .nodes(let most): value.array.map { (1...most).contains($0.count) } ?? false
        }
    }
}

extension SettingForm.Referent {
    fileprivate var article: String { self == .attribute ? "an" : "a" }
}
