import Foundation
package import Foundations
import Primitives
package import ResourceMessages

/// A setting of a realm, declared where it stands: its value, the values that it may have, and its effect.
///
/// The name is the property's. Storing and reading, checks, `gatehouse realm set` and `show`, the JSON Schema and the page of all settings
/// follow from the declaration; a new setting is one line in ``RealmSettings``.
@propertyWrapper
package struct RealmSetting<Value: Codable & Sendable & Equatable>: Sendable, Equatable {
    /// One reference, so that settings are copied quickly.
    private var holder: Holder

    package init(wrappedValue: Value, _ form: SettingForm, _ help: String) { holder = Holder(wrappedValue, form, help) }

    package var wrappedValue: Value {
        get { holder.value }
        set { holder = Holder(newValue, holder.form, holder.help) }
    }

    package static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }

    /// The value, which is replaced only while stored settings are read, before another caller has them.
    private final class Holder: @unchecked Sendable {  // Written by `read` alone, while one caller has it.
        var value: Value
        let form: SettingForm
        let help: String

        init(_ value: Value, _ form: SettingForm, _ help: String) { (self.value, self.form, self.help) = (value, form, help) }
    }
}

/// A setting of a realm, of whatever type its value is.
protocol AnyRealmSetting: Sendable {
    var declared: (form: SettingForm, help: String) { get }
    /// The value; nil for one that is absent.
    func json() throws -> JSONValue?
    /// Takes the stored value into settings that have just been made; what isn't stored keeps its default.
    func read(_ name: RealmSettings.Name, from values: KeyedDecodingContainer<RealmSettings.Name>) throws
    func write(_ name: RealmSettings.Name, to values: inout KeyedEncodingContainer<RealmSettings.Name>) throws
}

extension RealmSetting: AnyRealmSetting {
    var declared: (form: SettingForm, help: String) { (holder.form, holder.help) }

    func json() throws -> JSONValue? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value = try JSONValue(parsing: Array(try encoder.encode([wrappedValue]))).array?.first
        return value == .null ? nil : value
    }

    func read(_ name: RealmSettings.Name, from values: KeyedDecodingContainer<RealmSettings.Name>) throws {
        if let stored = try values.decodeIfPresent(Value.self, forKey: name) { holder.value = stored }
    }

    func write(_ name: RealmSettings.Name, to values: inout KeyedEncodingContainer<RealmSettings.Name>) throws {
        guard try json() != nil else { return }
        try values.encode(wrappedValue, forKey: name)
    }
}

extension RealmSettings: Codable {
    /// The name of a setting.
    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// All settings, in the order of their declaration.
    var all: [(name: String, setting: any AnyRealmSetting)] {
        Mirror(reflecting: self).children.compactMap { child in
            guard let label = child.label, let setting = child.value as? any AnyRealmSetting else { return nil }
            return (String(label.dropFirst()), setting)
        }
    }

    /// Reads stored settings, taking the default for each that is missing, so that a new setting breaks no old realm.
    package init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: Name.self)
        for (name, setting) in all { try setting.read(Name(stringValue: name), from: values) }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Name.self)
        for (name, setting) in all { try setting.write(Name(stringValue: name), to: &values) }
    }
}

extension RealmSettings {
    /// All settings as one object: for lists, documentation and editors.
    package static func shape() throws -> ObjectShape {
        ObjectShape(
            name: "RealmSettings",
            members: try RealmSettings().all.map { name, setting in
                let declared = setting.declared
                return ObjectShape.Member(
                    name: name, shape: declared.form, presence: .optional, help: declared.help, initial: try setting.json())
            })
    }

    /// The first of the values that isn't one that its setting may have.
    func problem() throws -> String? {
        for (name, setting) in all {
            guard let value = try setting.json(), let problem = setting.declared.form.problem(with: value) else { continue }
            return "\(name): \(problem)"
        }
        return nil
    }
}
