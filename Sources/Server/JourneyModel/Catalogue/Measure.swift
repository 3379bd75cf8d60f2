package import Primitives
package import ResourceMessages

/// A number that AM's files have as a text, within bounds.
package struct Measure: SettingValue, Equatable {
    package static var form: SettingForm { .measure }
    /// The number: finite, and not below 0.
    package let value: Double

    init(_ value: Double) { self.value = value }

    package init?(setting json: JSONValue) {
        guard let number = json.number ?? json.string.flatMap(Double.init), number.isFinite, number >= 0 else { return nil }
        value = number
    }

    private var text: String { value == value.rounded() && value < 1e15 ? String(Int64(value)) : String(value) }
    package var setting: JSONValue { .string(text) }
}
