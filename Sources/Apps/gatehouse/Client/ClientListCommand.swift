import Administration
import ArgumentParser

/// `gatehouse client list`
struct ClientListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListClients.declaration.purpose,
        discussion: "Example:\n  gatehouse client list --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let clients = try await server(ListClients(realm: realm.path))
        output.show(clients.rows, columns: ["id", "type", "scopes", "grantTypes"])
    }
}

/// `gatehouse client show`
struct ClientShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowClient.declaration.purpose,
        discussion: "Example:\n  gatehouse client show sdkPublicClient")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws { output.show(try await server(ShowClient(realm: realm.path, id: id)).object) }
}
