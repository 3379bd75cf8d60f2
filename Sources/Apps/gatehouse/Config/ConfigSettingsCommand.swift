import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse config settings`
struct ConfigSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List the settings that a server has, or explain one.",
        discussion: """
            Examples:
              gatehouse config settings
              gatehouse config settings idle-timeout
              gatehouse config settings --json
              gatehouse config settings --markdown > docs/server-settings.md
            """)

    @Argument(help: "A setting.", completion: .list(ServerSettings.descriptions.map(\.key))) var key: String?
    @Flag(help: "Print the reference of all settings as a page.") var markdown = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, key != nil || output.json { throw ValidationError("--markdown prints the page of all settings, and nothing else") }
    }

    func run() throws {
        if markdown { return print(ServerSettingsReference.markdown, terminator: "") }
        guard let key else {
            return output.show(ServerSettings.descriptions.map(\.json), columns: ["key", "form", "default", "help"])
        }
        output.show(try ServerSettings.typed(key).json)
    }
}

extension ServerSettings {
    /// The setting of a key that was typed.
    static func typed(_ key: String) throws -> ServerSettingDescription {
        do { return try described(key) } catch { throw CommandFailure(error.problems) }
    }
}
