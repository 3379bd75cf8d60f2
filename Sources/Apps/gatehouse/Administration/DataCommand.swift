import ArgumentParser
import GatehouseServer
import Services

/// A command that works on a server's database directly, also while the server runs, and reads the server's settings.
protocol ConfiguredCommand: AsyncParsableCommand {
    var data: DataFlags { get }
    func run(in domain: Domain, with configuration: ServerConfiguration) async throws
}

extension ConfiguredCommand {
    func run() async throws { try await runOnData() }

    /// Opens the database for the command.
    func runOnData() async throws { try await data.open(run) }
}

/// The same for a command that needs no settings.
protocol DataCommand: ConfiguredCommand {
    func run(in domain: Domain) async throws
}

extension DataCommand {
    func run(in domain: Domain, with _: ServerConfiguration) async throws { try await run(in: domain) }
}

extension SettingFlags {
    /// Opens the data for a command that also needs the server's settings.
    func open(_ body: (Domain, ServerConfiguration) async throws -> Void) async throws {
        let configuration = try ServerConfiguration(resolve())
        let installation = try await ServerAssembly.openForAdministration(configuration)
        do {
            try await body(installation.domain, configuration)
        } catch {
            try await installation.close()
            throw error
        }
        try await installation.close()
    }
}
