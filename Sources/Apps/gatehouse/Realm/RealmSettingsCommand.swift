import Administration
import ArgumentParser
import Primitives

/// `gatehouse realm settings`
struct RealmSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List the settings that realms have, or explain one.",
        discussion: """
            Examples:
              gatehouse realm settings
              gatehouse realm settings sessionLifetime
              gatehouse realm settings --json
            """)

    @Argument(help: "A setting.", completion: .list(RealmSettingList.names)) var name: String?
    @Flag(help: "Print the reference of all settings as a page.") var markdown = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, name != nil || output.json { throw ValidationError("--markdown prints the page of all settings, and nothing else") }
    }

    func run() throws {
        if markdown { return print(try RealmSettingList.markdown(), terminator: "") }
        guard let name else {
            return output.show(try RealmSettingList.all(), columns: ["setting", "form", "default", "help"])
        }
        output.show(try RealmSettingList.setting(name))
    }
}
