import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse config check`
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether a server could start with these settings; changes nothing.",
        discussion: """
            Examples:
              gatehouse config check /etc/gatehouse.yaml
              gatehouse config check --host 0.0.0.0 --behind-proxy --public-url https://login.example.com
            """)

    @Argument(help: "A file with settings; the same as --config.", completion: .file())
    var file: String?

    @OptionGroup(title: "Settings") var flags: ServerFlags
    @OptionGroup var output: OutputOptions

    func run() throws {
        var flags = flags
        flags.config = file ?? flags.config
        let configuration = try ServerConfiguration(flags.resolve())
        try configuration.check()
        output.report("the configuration is sound", ["valid": true])
    }
}
