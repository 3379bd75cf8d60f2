import ArgumentParser
import Directory
import Foundations
import GatehouseServer
import Primitives
import ResourceMessages

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

    @Argument(help: "A setting.", completion: .list((try? RealmSettings.descriptions().map(\.name)) ?? [])) var name: String?
    @Flag(help: "Print the reference of all settings as a page.") var markdown = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, name != nil || output.json { throw ValidationError("--markdown prints the page of all settings, and nothing else") }
    }

    func run() throws {
        if markdown { return print(try RealmSettingsReference.markdown(), terminator: "") }
        let settings = try RealmSettings.descriptions()
        guard let name else { return output.show(settings.map(\.summary), columns: ["setting", "form", "default", "help"]) }
        guard let setting = settings.first(where: { $0.name == name }) else {
            let help =
                Suggestion.closest(to: name, among: settings.map(\.name)).map { "did you mean \($0)?" } ?? "see gatehouse realm settings"
            throw CommandFailure("there is no setting \(name); \(help)")
        }
        output.show(setting.summary)
    }
}

extension RealmSettingDescription {
    fileprivate var summary: JSONObject {
        [
            "setting": .string(name), "form": .string(form.description), "schema": .object(form.schema), "default": initial ?? .null,
            "help": .string(help),
        ]
    }
}
