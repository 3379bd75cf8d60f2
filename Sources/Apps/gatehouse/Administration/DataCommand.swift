import ArgumentParser
import GatehouseServer
import Services

/// A command that works on a server's database directly, also while the server runs.
protocol DataCommand: AsyncParsableCommand {
    var data: DataFlags { get }
    func run(in domain: Domain) async throws
}

extension DataCommand {
    func run() async throws { try await runOnData() }

    /// Opens the database for the command.
    func runOnData() async throws {
        let installation = try await Installation.openForAdministration(ServerConfiguration(data.resolve()))
        do {
            try await run(in: installation.domain)
        } catch {
            try await installation.close()
            throw error
        }
        try await installation.close()
    }
}
