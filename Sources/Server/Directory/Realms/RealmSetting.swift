import Foundation
import Primitives
package import ResourceMessages

/// A setting of a realm, declared where it stands: its value, the values that it may have, and its effect.
///
/// The name is the property's. Storing and reading, checks, `gatehouse realm set` and `show`, the JSON Schema and the page of all settings
/// follow from the declaration; a new setting is one line in ``RealmSettings``.
@propertyWrapper
package struct RealmSetting<Value: Sendable>: Sendable {
    /// One reference, so that settings are copied quickly.
    private var holder: Holder

    package init(wrappedValue: Value, _ form: SettingForm, _ help: String) where Value: Codable {
        holder = Holder(wrappedValue, Declaration(form: form, help: help, coding: Coding()))
    }

    package var wrappedValue: Value {
        get { holder.value }
        set { holder = Holder(newValue, holder.declaration) }
    }

    /// The value, which is replaced only while stored settings are read, before another caller has them.
    private final class Holder: @unchecked Sendable {  // Written by `read` alone, while one caller has it.
        var value: Value
        let declaration: Declaration

        init(_ value: Value, _ declaration: Declaration) {
            self.value = value
            self.declaration = declaration
        }
    }

    private struct Declaration: Sendable {
        let form: SettingForm
        let help: String
        let coding: Coding
    }

    /// The value's own coding. The type has no requirement that its values can be coded: a process that starts would look up a conformance
    /// for each type of setting, which took a twentieth of a short command's time.
    private struct Coding: Sendable {
        let decode: @Sendable (KeyedDecodingContainer<RealmSettings.Name>, RealmSettings.Name) throws -> Value?
        let json: @Sendable (Value) throws -> JSONValue?

        init() where Value: Codable {
            decode = { try $0.decodeIfPresent(Value.self, forKey: $1) }
            json = { value in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let json = try JSONValue(parsing: Array(try encoder.encode([value]))).array?.first
                return json == .null ? nil : json
            }
        }
    }
}

extension RealmSetting: Equatable where Value: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
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
    var declared: (form: SettingForm, help: String) { (holder.declaration.form, holder.declaration.help) }

    func json() throws -> JSONValue? { try holder.declaration.coding.json(holder.value) }

    func read(_ name: RealmSettings.Name, from values: KeyedDecodingContainer<RealmSettings.Name>) throws {
        if let stored = try holder.declaration.coding.decode(values, name) { holder.value = stored }
    }

    func write(_ name: RealmSettings.Name, to values: inout KeyedEncodingContainer<RealmSettings.Name>) throws {
        if let json = try json() { try values.encode(json, forKey: name) }
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
