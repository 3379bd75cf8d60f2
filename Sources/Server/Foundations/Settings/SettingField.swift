import Foundation
package import Primitives
package import ResourceMessages

/// A setting of a realm as its section declares it: where its value is, the values that it may have, and its effect.
package struct SettingField<Section: Sendable>: Sendable {
    package let declaration: SettingDeclaration
    /// Takes the stored value into a section; what isn't stored keeps its default.
    package let read: @Sendable (inout Section, KeyedDecodingContainer<SettingName>) throws -> Void
    /// The value as it is stored; nil for one that is absent.
    package let json: @Sendable (Section) throws -> JSONValue?

    /// - Parameters:
    ///   - place: the place among the settings of all sections (``SettingDeclaration/place``).
    ///   - name: the property's name.
    package init<Value: Codable & Sendable>(
        _ place: Int, _ name: String, _ path: any WritableKeyPath<Section, Value> & Sendable, _ form: SettingForm, _ help: String
    ) {
        declaration = SettingDeclaration(place: place, name: name, form: form, help: help)
        read = { section, values in
            let place: WritableKeyPath<Section, Value> = path
            if let stored = try values.decodeIfPresent(Value.self, forKey: SettingName(name)) { section[keyPath: place] = stored }
        }
        json = { section in
            let place: WritableKeyPath<Section, Value> = path
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let json = try JSONValue(parsing: Array(try encoder.encode([section[keyPath: place]]))).array?.first
            return json == .null ? nil : json
        }
    }
}

/// A setting of a realm without its value.
package struct SettingDeclaration: Sendable {
    /// The place in lists and on the page of all settings; its hundreds are a chapter. No two settings have the same.
    package let place: Int
    /// The name in stored settings, in the command line and in JSON: unique among all sections.
    package let name: String
    /// The values that it may have.
    package let form: SettingForm
    /// The effect, as an administrator reads it.
    package let help: String
}

/// The name of a setting in a stored document.
package struct SettingName: CodingKey {
    /// The setting's name.
    package let stringValue: String
    /// nil: settings have no numbers as keys.
    package var intValue: Int? { nil }

    /// The key of the setting of a name.
    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.stringValue = stringValue }
    /// nil: settings have no numbers as keys.
    package init?(intValue: Int) { nil }
}
