import Directory
import Foundations
package import Primitives

/// The settings that realms have, as their declarations tell.
package enum RealmSettingList {
    package static var names: [String] { (try? RealmSettings.descriptions().map(\.name)) ?? [] }

    /// All settings: name, form, JSON Schema, default and help of each.
    package static func all() throws -> [JSONObject] { try RealmSettings.descriptions().map(\.json) }

    /// One setting.
    /// - Throws: `unknown`, with the closest name.
    package static func setting(_ name: String) throws -> JSONObject {
        let settings = try RealmSettings.descriptions()
        guard let setting = settings.first(where: { $0.name == name }) else {
            let closest = Suggestion.closest(to: name, among: settings.map(\.name))
            let help = closest.map { "did you mean \($0)?" } ?? "see gatehouse realm settings"
            throw AdministrationError(.unknown, "there is no setting \(name); \(help)")
        }
        return setting.json
    }

    /// The page of all settings, as Markdown.
    package static func markdown() throws -> String { try RealmSettingsReference.markdown() }
}

extension RealmSettingDescription {
    fileprivate var json: JSONObject {
        [
            "setting": .string(name), "form": .string(form.description), "schema": .object(form.schema), "default": initial ?? .null,
            "help": .string(help),
        ]
    }
}
