import Administration
import ArgumentParser
import Primitives

/// `gatehouse push credentials list`
struct PushCredentialsListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListPushCredentials.declaration.purpose,
        discussion: "Example:\n  gatehouse push credentials list --client my-app")

    @OptionGroup var client: PushClientOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let all = try await server(ListPushCredentials(realm: realm.path, client: client.client))
        output.show(all.rows, columns: ["id", "type", "for", "createdAt", "updatedAt"])
    }
}

/// `gatehouse push credentials delete`
struct PushCredentialsDeleteCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: DeletePushCredentials.declaration.purpose,
        discussion: "Example:\n  gatehouse push credentials delete 6f1ab4cb-0c9c-4ed7-9b9e-9a2c5cf1b0a1 --client my-app --yes")

    @Argument(help: "The id, as list shows it.") var id: String
    @OptionGroup var client: PushClientOption
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let known = try await server(ListPushCredentials(realm: realm.path, client: client.client)).rows
            .first { $0["id"]?.string == id.lowercased() }
        if let known {
            try server.confirm(
                confirmation, "Take the push credentials of the type \(Told(.object(known)).text("type")) away from \(client.client)?")
        }
        let gone = try await server(DeletePushCredentials(realm: realm.path, client: client.client, id: id))
        output.report(
            "\(client.client) has the push credentials \(gone.text("id")) no more", ["id": .string(gone.text("id")), "deleted": true],
            change)
    }
}
