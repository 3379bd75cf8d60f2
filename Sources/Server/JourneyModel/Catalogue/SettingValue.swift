package import Primitives
package import ResourceMessages

/// A kind of value that a setting can have.
package protocol SettingValue: Sendable {
    /// The form of the values, by which files are checked and described.
    static var form: SettingForm { get }
    /// The value in a file, or nil when it isn't one. Numbers and truth values are also taken as texts, as AM's files have them.
    init?(setting json: JSONValue)
    /// The value for a file.
    var setting: JSONValue { get }
    /// The value for AM's files.
    var amSetting: JSONValue { get }
    /// The attributes of the realm's schema that it names.
    var attributeNames: [AttributeName] { get }
    /// Whether a file's value says no more than if the setting weren't there, so that the node's default stays.
    static func isUnset(_ json: JSONValue) -> Bool
}

extension SettingValue {
    package static func isUnset(_ json: JSONValue) -> Bool { false }
    package var amSetting: JSONValue { setting }
    package var attributeNames: [AttributeName] { [] }
}

extension String: SettingValue {
    package static var form: SettingForm { .text }
    package init?(setting json: JSONValue) {
        guard let text = json.string ?? json.integer.map(String.init) ?? json.bool.map(String.init) ?? json.number.map({ "\($0)" }) else {
            return nil
        }
        // No database stores one.
        guard !text.utf8.contains(0) else { return nil }
        self = text
    }
    package var setting: JSONValue { .string(self) }
}

extension Int: SettingValue {
    package static var form: SettingForm { .number() }
    package init?(setting json: JSONValue) {
        guard let number = json.integer.flatMap({ Int(exactly: $0) }) ?? json.string.flatMap({ Int($0) }) else { return nil }
        self = number
    }
    package var setting: JSONValue { .integer(Int64(self)) }
}

extension Bool: SettingValue {
    package static var form: SettingForm { .flag }
    package init?(setting json: JSONValue) {
        guard let value = json.bool ?? json.string.flatMap({ Bool($0) }) else { return nil }
        self = value
    }
    package var setting: JSONValue { .bool(self) }
}

/// A kind of value of which a setting can have several.
package protocol ListedSettingValue: SettingValue {}

extension String: ListedSettingValue {}

extension Array: SettingValue where Element: ListedSettingValue {
    package static var form: SettingForm { .list(Element.form) }
    package init?(setting json: JSONValue) {
        guard let elements = json.array else { return nil }
        let values = elements.compactMap { Element(setting: $0) }
        guard values.count == elements.count else { return nil }
        self = values
    }
    package var setting: JSONValue { .array(map(\.setting)) }
    package var attributeNames: [AttributeName] { flatMap(\.attributeNames) }
}

extension [String: String]: SettingValue {
    package static var form: SettingForm { .texts }
    /// Reads an object whose members all have values of texts; nil for anything else.
    package init?(setting json: JSONValue) {
        guard let object = json.object else { return nil }
        let pairs = object.members.compactMap { member in String(setting: member.value).map { (member.name, $0) } }
        guard pairs.count == object.count else { return nil }
        self.init(pairs) { first, _ in first }
    }
    /// An object, its members sorted by name.
    package var setting: JSONValue { .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })) }
}

extension JSONObject: SettingValue {
    package static var form: SettingForm { .object }
    package init?(setting json: JSONValue) {
        guard let object = json.object else { return nil }
        self = object
    }
    package var setting: JSONValue { .object(self) }
}

extension Optional<String>: SettingValue {
    package static var form: SettingForm { .text }
    package init?(setting json: JSONValue) {
        guard let text = String(setting: json) else { return nil }
        self = text
    }
    package var setting: JSONValue { map(JSONValue.string) ?? .null }
}

extension SettingValue where Self: RawRepresentable<String> & CaseIterable {
    package static var form: SettingForm { .choice(allCases.map(\.rawValue)) }
    package init?(setting json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(exactly: text)
    }
    package var setting: JSONValue { .string(rawValue) }
}
