package import Foundations
import Primitives
import ResourceMessages

/// The reference of all settings of realms as a page, `docs/realm-settings.md`, which a test compares with this.
package enum RealmSettingsReference {
    /// The page, as Markdown.
    package static func markdown(_ sections: SettingsSections) throws -> String {
        let head = [
            "# Settings of realms", "",
            "This page is written by `gatehouse realm settings --markdown`. `gatehouse realm set REALM NAME=VALUE` changes a setting, and a running",
            "server follows within a second; `gatehouse realm settings --json` has a JSON Schema for each.", "",
            "| Setting | Value | Default | |", "| --- | --- | --- | --- |",
        ]
        let rows = try sections.shape().members.map { setting in
            let initial = setting.initial.map { "`\($0.text)`" } ?? ""
            return "| `\(setting.name)` | \(setting.shape) | \(initial) | \(setting.help ?? "") |"
        }
        return (head + rows + [""]).joined(separator: "\n")
    }
}
