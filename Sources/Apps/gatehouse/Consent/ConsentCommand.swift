import Administration
import ArgumentParser
import Primitives

/// `gatehouse consent`
struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent", abstract: "Users' consents to applications.",
        subcommands: [ConsentListCommand.self, ConsentWithdrawCommand.self])
}

/// `gatehouse consent list`
struct ConsentListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListConsents.declaration.purpose,
        discussion: "Example:\n  gatehouse consent list demo")

    @Argument(help: "The name to sign in with.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(
            try await server(ListConsents(realm: realm.path, username: username)).rows, columns: ["client", "scope", "given", "remembered"])
    }
}

/// `gatehouse consent withdraw`
struct ConsentWithdrawCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: WithdrawConsent.declaration.purpose,
        discussion: "Example:\n  gatehouse consent withdraw demo myApp")

    @Argument(help: "The name to sign in with.") var username: String
    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var client: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try await server(WithdrawConsent(realm: realm.path, username: username, client: client))
        output.report(
            "withdrew the consent of \(username) to \(client)", ["username": .string(username), "client": .string(client)], change)
    }
}
