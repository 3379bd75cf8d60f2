import Directory
import Foundations
package import Primitives
import ResourceMessages
import Services

/// The settings that realms have, as their declarations tell.
package enum RealmSettingList {
    /// The names of all settings, in the order of lists.
    package static var names: [String] { (try? Schema.settings.shape().members.map(\.name)) ?? [] }

    /// All settings: name, form, JSON Schema, default and help of each.
    package static func all() throws -> [JSONObject] { try Schema.settings.shape().members.map(\.summary) }

    /// One setting.
    /// - Throws: `unknown`, with the closest name.
    package static func setting(_ name: String) throws -> JSONObject {
        let settings = try Schema.settings.shape().members
        guard let setting = settings.first(where: { $0.name == name }) else {
            let closest = Suggestion.closest(to: name, among: settings.map(\.name))
            let help = closest.map { "did you mean \($0)?" } ?? "see gatehouse realm settings"
            throw AdministrationError(.unknown, "there is no setting \(name); \(help)")
        }
        return setting.summary
    }

    /// The page of all settings, as Markdown.
    package static func markdown() throws -> String { try RealmSettingsReference.markdown(Schema.settings) }
}

extension ObjectShape.Member {
    fileprivate var summary: JSONObject {
        [
            "setting": .string(name), "form": .string(shape.description), "schema": .object(shape.schema), "default": initial ?? .null,
            "help": .string(help ?? ""),
        ]
    }
}
