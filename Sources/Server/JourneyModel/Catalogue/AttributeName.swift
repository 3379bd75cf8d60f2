package import Primitives
package import ResourceMessages

/// The name of an attribute of the realm's schema, as a setting of a node has it: `mail`, `preferences/marketing`.
///
/// `Turn.attribute(_:)` takes no other text, so that what a run will look up, `journey check` and imports have looked up before.
package struct AttributeName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let description: String

    /// The name as a setting has it, not yet looked up.
    package init(_ text: String) { description = text }

    package init(stringLiteral text: String) { self.init(text) }
}

extension AttributeName: ListedSettingValue {
    package static var form: SettingForm { .name(of: .attribute) }
    package init?(setting json: JSONValue) {
        guard let text = String(setting: json) else { return nil }
        self.init(text)
    }
    package var setting: JSONValue { .string(description) }
    package var attributeNames: [AttributeName] { [self] }
}
