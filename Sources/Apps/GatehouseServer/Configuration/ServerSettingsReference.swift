import Primitives

/// The reference of all settings of the server as a page, `docs/server-settings.md`, which a test compares with this.
package enum ServerSettingsReference {
    /// The page, as Markdown.
    package static var markdown: String {
        let head = [
            "# Settings of the server", "",
            "This page is written by `gatehouse config settings --markdown`. A setting `log-level` is given by a flag (`--log-level debug`), else by",
            "a variable (`GATEHOUSE_LOG_LEVEL=debug`), else in the file that `--config` or `GATEHOUSE_CONFIG` names (`log-level: debug`), else it has its",
            "default. A command that names no file, no data directory and no `--demo` reads `/etc/gatehouse/gatehouse.yaml` if it is there.",
            "`gatehouse config explain` tells which; `gatehouse config settings --json` has a JSON Schema for each. A secret has no flag, since",
            "every user of a machine may list a process's arguments.", "",
            "| Setting | Value | Default | |", "| --- | --- | --- | --- |",
        ]
        let rows = ServerSettings.descriptions.map { setting in
            let initial = setting.isMachineDependent ? setting.defaultInWords : setting.defaultText.map { "`\($0)`" }
            return "| `\(setting.key)` | \(setting.form) | \(initial ?? "") | \(setting.help) |"
        }
        return (head + rows + [""]).joined(separator: "\n")
    }
}
