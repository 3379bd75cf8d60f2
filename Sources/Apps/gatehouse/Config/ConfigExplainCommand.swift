import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse config explain`
struct ConfigExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show settings, where each value comes from, and what it means.",
        discussion: """
            Examples:
              gatehouse config explain
              gatehouse config explain tls-cert
              GATEHOUSE_PORT=9000 gatehouse config explain port --json
            """)

    @Argument(help: "A setting, such as tls-cert; all of them unless given.", completion: .list(ServerSettings.descriptions.map(\.key)))
    var key: String?

    @OptionGroup(title: "Settings") var flags: ServerFlags
    @OptionGroup var output: OutputOptions

    func run() throws {
        let settings = try flags.resolve()
        guard let key else {
            return output.show(ServerSettings.descriptions.map { $0.described(in: settings) }, columns: ["key", "value", "source"])
        }
        output.show(try ServerSettings.typed(key).described(in: settings))
    }
}

extension ServerSettingDescription {
    /// Everything about a setting but a secret's value.
    fileprivate func described(in settings: ResolvedSettings) -> JSONObject {
        let text = settings.text(self)
        return [
            "key": .string(key),
            "value": text.map { .string(isSecret ? "‹redacted›" : $0) } ?? .null,
            "source": .string(settings.source(of: self).description),
            "default": defaultText.map { .string($0) } ?? .null,
            "variable": .string(variable),
            "flag": flag.map { .string("--" + $0) } ?? .null,
            "help": .string(help),
        ]
    }
}
