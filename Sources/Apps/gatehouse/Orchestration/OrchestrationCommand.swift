import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse orchestration`
struct OrchestrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orchestration", abstract: "Applications whose users have authenticators in a customer's app, reached by commands.",
        discussion: """
            Examples:
              gatehouse orchestration enable bank-app --realm alpha max_devices=3
              gatehouse orchestration licence add bank-app 100 --realm alpha
              gatehouse orchestration key create bank-app --realm alpha
              gatehouse orchestration unlock bank-app GTH0000001-1 --realm alpha
            """,
        subcommands: [
            OrchestrationEnableCommand.self, OrchestrationKeyCommand.self, OrchestrationLicenceCommand.self,
            OrchestrationRegisterCommand.self, OrchestrationShowCommand.self, OrchestrationUnlockCommand.self,
            OrchestrationRemoveCommand.self,
        ])
}

/// `gatehouse orchestration enable`
struct OrchestrationEnableCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: EnableOrchestration.declaration.purpose,
        discussion: """
            Rules: enabled, domain, max_devices, pin_minimum, pin_maximum, pin_digits_only, pin_refuses_weak, codes_without_pin,
            evaluates_risk.

            Example:
              gatehouse orchestration enable bank-app --realm alpha domain=example pin_minimum=4
            """)

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @Argument(help: ArgumentHelp("Rules and their new values.", valueName: "name=value")) var assignments: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let rules = try await server(
            EnableOrchestration(realm: realm.path, id: id, assignments: try assignments.map(Assignment.init(parsing:))))
        output.report("users of \(id) in realm \(try realm.path) may have authenticators", rules.object, change)
    }
}

/// `gatehouse orchestration key`
struct OrchestrationKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Keys by which customers' servers call.",
        subcommands: [OrchestrationKeyListCommand.self, OrchestrationKeyCreateCommand.self, OrchestrationKeyRemoveCommand.self])
}

/// `gatehouse orchestration key list`
struct OrchestrationKeyListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListOrchestrationKeys.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration key list --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        let keys = try await server(ListOrchestrationKeys(realm: realm.path))
        output.show(
            keys.rows,
            columns: ["id", "client", "created"])
    }
}

/// `gatehouse orchestration key create`
struct OrchestrationKeyCreateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: CreateOrchestrationKey.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration key create bank-app --realm alpha --json > key.json")

    @Argument(help: ArgumentHelp("The client_id.", valueName: "client")) var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let made = try await server(CreateOrchestrationKey(realm: realm.path, id: id))
        guard !change.dryRun else { return output.report("made a key", ["tenant": .string(made.text("tenant"))], change) }
        output.report(
            "tenant \(made.text("tenant")), id \(made.text("id")), key, shown only now: \(made.text("key"))",
            made.object)
    }
}

/// `gatehouse orchestration key delete`
struct OrchestrationKeyRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveOrchestrationKey.declaration.purpose,
        discussion: "Example:\n  gatehouse orchestration key delete V1StGXR8_Z5 --realm alpha --dry-run")

    @Argument(help: "The key's id.") var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Remove the key \(id)? The customer's server is refused at once.")
        try await server(RemoveOrchestrationKey(realm: realm.path, id: id))
        output.report("removed the key \(id)", ["id": .string(id), "removed": true], change)
    }
}
