import Foundation
package import Foundations
import Primitives
import ResourceMessages

extension RealmSettings: CodableWithConfiguration {
    /// Reads stored settings, taking the default for each that is missing, so that a new setting breaks no old realm.
    package init(from decoder: any Decoder, configuration sections: SettingsSections) throws {
        let values = try decoder.container(keyedBy: SettingName.self)
        for section in sections.all { try read(section, from: values) }
    }

    package func encode(to encoder: any Encoder, configuration sections: SettingsSections) throws {
        var values = encoder.container(keyedBy: SettingName.self)
        for (setting, value) in try self.values(of: sections) {
            if let value { try values.encode(value, forKey: SettingName(setting.name)) }
        }
    }

    private mutating func read<Section: SettingsSection>(
        _ section: Section.Type, from values: KeyedDecodingContainer<SettingName>
    ) throws {
        var read = Section()
        for field in Section.fields { try field.read(&read, values) }
        self[section] = read
    }
}

extension RealmSettings {
    /// All settings with their values, by their places; nil for one that is absent.
    func values(of sections: SettingsSections) throws -> [(setting: SettingDeclaration, value: JSONValue?)] {
        try sections.all.flatMap { try values(of: $0) }.sorted { $0.setting.place < $1.setting.place }
    }

    /// The settings that name other things of the realm (``SettingsSections/naming``), with their values.
    func naming(_ sections: SettingsSections) throws -> JSONObject {
        JSONObject(try sections.all.flatMap { try naming($0) })
    }

    private func naming<Section: SettingsSection>(_ section: Section.Type) throws -> [(String, JSONValue)] {
        let values = self[section]
        return try Section.fields.filter(\.declaration.form.refers).compactMap { field in
            try field.json(values).map { (field.declaration.name, $0) }
        }
    }

    func values<Section: SettingsSection>(of section: Section.Type) throws -> [(setting: SettingDeclaration, value: JSONValue?)] {
        let values = self[section]
        return try Section.fields.map { ($0.declaration, try $0.json(values)) }
    }
}
