import ArgumentParser
import GatehouseServer
import Primitives

/// `gatehouse health`
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask the server on this machine whether it is ready; the exit code is 0 when it is, and 1 when not.",
        discussion: """
            For images and service managers: it asks for /ready where the settings say that the server listens. An answer from
            elsewhere is had by asking for /ready at the public URL.

            Examples:
              gatehouse health
              gatehouse health --port 9000 --timeout 1
            """)

    @Option(help: "The seconds that the answer may take.") var timeout = 5
    @OptionGroup(title: "Settings") var flags: SettingFlags<ListeningSettings>
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...60).contains(timeout) else { throw ValidationError("--timeout must be a number from 1 to 60") }
    }

    func run() async throws {
        try await HealthProbe(ServerConfiguration(flags.resolve())).ask(within: timeout)
        output.report("ready", ["ready": true])
    }
}
