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

            A fresh server has one administrator, whose password is printed once, or with --demo a user demo. Interrupt it
            (Ctrl-C, SIGTERM) to stop: requests in flight are finished first.
            """)

    @OptionGroup(title: "Settings") var flags: ServerFlags

    func run() async throws {
        let configuration = try ServerConfiguration(flags.resolve())
        Observability.bootstrap(configuration)
        let server = try await Gatehouse.open(configuration) { credentials in
            print(Welcome.firstPassword(credentials))
        }
        let supervisor = Supervisor(environment: ProcessInfo.processInfo.environment)
        try await server.run(stoppingOn: [.sigterm, .sigint], telling: supervisor) { port in
            print(Welcome.text(configuration, port: port))
            Terminal.flush()
        }
    }
}
