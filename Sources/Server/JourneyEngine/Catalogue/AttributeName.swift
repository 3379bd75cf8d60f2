import Foundations
import Primitives
import ResourceMessages

/// The name of an attribute of the realm's schema, as a setting of a node has it: `mail`, `preferences/marketing`.
///
/// ``Turn/attribute(_:)`` takes no other text, so that what a run will look up, `journey check` and imports have looked up before.
struct AttributeName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }

    init(stringLiteral text: String) { self.init(text) }
}

extension AttributeName: ListedSettingValue {
    static var form: SettingForm { .name(of: .attribute) }
    init?(setting json: JSONValue) {
        guard let text = String(setting: json) else { return nil }
        self.init(text)
    }
    var setting: JSONValue { .string(description) }
    var attributeNames: [AttributeName] { [self] }
}
