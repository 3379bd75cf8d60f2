import Administration
import ArgumentParser
import Primitives

/// `gatehouse client set`
struct ClientSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetClient.declaration.purpose,
        discussion: """
            Examples:
              gatehouse client set myApp accessTokenLifetime=600
              gatehouse client set myApp redirectURIs=https://app.example.com/callback,org.example.app://callback
              gatehouse client set myApp accessTokenLifetime=        (the realm's again)
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: ArgumentHelp("Settings and their new values.", valueName: "name=value")) var assignments: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let client = try await server(
            SetClient(realm: realm.path, id: id, assignments: try assignments.map(Assignment.init(parsing:))))
        output.report("changed \(assignments.joined(separator: ", ")) of client \(id)", client.object, change)
    }
}

/// `gatehouse client rotate-secret`
struct ClientRotateSecretCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret", abstract: RotateClientSecret.declaration.purpose,
        discussion: "Example:\n  gatehouse client rotate-secret backend --yes")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let known = try await server(ShowClient(realm: realm.path, id: id))
        if known["type"] != "public" { try server.confirm(confirmation, "Replace the secret of \(id)? The old one stops working at once.") }
        let client = try await server(RotateClientSecret(realm: realm.path, id: id))
        let secret = client["secret"]?.string.map { "the new secret of \(id), shown only now: \($0)" }
        output.report(secret ?? "\(id) has a new secret", client.object, change)
    }
}

/// `gatehouse client delete`
struct ClientDeleteCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: DeleteClient.declaration.purpose,
        discussion: "Example:\n  gatehouse client delete myApp --yes")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        _ = try await server(ShowClient(realm: realm.path, id: id))
        try server.confirm(confirmation, "Remove client \(id) from realm \(try realm.path) for good?")
        _ = try await server(DeleteClient(realm: realm.path, id: id))
        output.report("removed client \(id)", ["id": .string(id), "deleted": true], change)
    }
}
