import ArgumentParser
import Services
import Directory

/// `gatehouse client list`
struct ClientListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the clients of a realm.")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let clients = try await domain.applications.all(in: realm.realm(in: domain).id)
        output.show(try clients.map { try $0.summary() }, columns: ["id", "type", "scopes", "grantTypes"])
    }
}

/// `gatehouse client show`
struct ClientShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a client's settings; durations are in seconds.",
        discussion: "Example:\n  gatehouse client show sdkPublicClient")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        output.show(try await domain.existingClient(id, in: realm.realm(in: domain)).summary())
    }
}
