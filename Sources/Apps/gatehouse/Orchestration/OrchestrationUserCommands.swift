import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse orchestration register`
struct OrchestrationRegisterCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: RegisterForOrchestration.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration register bank-app tom --realm alpha")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: "The user's name.") var username: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(RegisterForOrchestration(realm: realm.path, id: id, username: username))
        guard !change.dryRun else {
            return output.report("registered \(username)", ["serialNumber": .string(made.text("serialNumber"))], change)
        }
        output.report(
            "activation password of \(username), shown only now: \(made.text("activationPassword"))",
            made.object)
    }
}

/// `gatehouse orchestration show`
struct OrchestrationShowCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowAuthenticators.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration show bank-app tom --realm alpha --json")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: "The user's name.") var username: String
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let found = try await server(ShowAuthenticators(realm: realm.path, id: id, username: username))
        output.show(
            found.rows, columns: ["name", "locked", "attemptsLeft", "created", "lastUsed", "told"])
    }
}

/// `gatehouse orchestration unlock`
struct OrchestrationUnlockCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: UnlockAuthenticator.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration unlock bank-app GTH0000001-1 --realm alpha")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: "The serial number, or the authenticator's name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try await server(UnlockAuthenticator(realm: realm.path, id: id, name: name))
        output.report("\(name) has its tries back", ["name": .string(name), "locked": false], change)
    }
}

/// `gatehouse orchestration delete`
struct OrchestrationRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveAuthenticator.declaration.purpose,
        discussion: """
            Examples:
              gatehouse orchestration delete bank-app GTH0000001-1 --realm alpha --dry-run
              gatehouse orchestration delete bank-app GTH0000001 --realm alpha --yes
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: "The serial number, or the authenticator's name.") var name: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove \(name)? Its user's devices are refused at once.")
        try await server(RemoveAuthenticator(realm: realm.path, id: id, name: name))
        output.report("removed \(name)", ["name": .string(name), "removed": true], change)
    }
}
