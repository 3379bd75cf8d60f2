import ArgumentParser
import Foundation
import GatehouseServer
import Logging
import UnixSignals

/// `gatehouse serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            Examples:
              gatehouse serve --demo
              gatehouse serve --config /etc/gatehouse.yaml
              gatehouse serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem --public-url https://login.example.com

            A fresh server has one administrator, whose password is in the file first-password of the data directory until the first
            sign-in, or with --demo a user demo. Interrupt it (Ctrl-C, SIGTERM) to stop: requests in flight are finished first. It reads
            its settings and its certificate again when their files change, or by SIGHUP.
            """)

    @OptionGroup(title: "Settings") var flags: ServerFlags

    func run() async throws {
        // From the first moment on: unless it is taken, the signal ends the process.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let configuration = try ServerConfiguration(flags.resolve())
        Observability.bootstrap(configuration)
        let server = try await Gatehouse.open(configuration)
        let source = SettingsSource(file: flags.file, signals: hangups) { [flags] in try ServerConfiguration(flags.resolve()) }
        let supervisor = Supervisor(environment: ProcessInfo.processInfo.environment)
        try await server.run(stoppingOn: [.sigterm, .sigint], following: source, telling: supervisor) { port in
            let welcome = Welcome(configuration, port: port, firstPassword: server.firstPassword)
            switch configuration.logFormat {
            case .text: welcome.lines.forEach { print($0) }
            case .json: Logger(label: "gatehouse").notice("the server is listening", metadata: welcome.facts)
            }
            Terminal.flush()
        }
    }
}
