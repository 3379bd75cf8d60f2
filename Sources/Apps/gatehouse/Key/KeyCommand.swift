import Administration
import ArgumentParser
import Primitives

/// `gatehouse key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The keys that sign a realm's tokens.",
        subcommands: [KeyListCommand.self, KeyRotateCommand.self, KeyWithdrawCommand.self])
}

/// `gatehouse key list`
struct KeyListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListKeys.declaration.purpose,
        discussion: "Example:\n  gatehouse key list --realm alpha")

    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ListKeys(realm: realm.path)).rows, columns: ["id", "purpose", "signsFrom", "verifiesUntil"])
    }
}

/// `gatehouse key rotate`
struct KeyRotateCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: RotateKey.declaration.purpose,
        discussion: """
            What the old key signed stays valid until it expires.

            Examples:
              gatehouse key rotate
              gatehouse key rotate --purpose RS256 --realm root
            """)

    @Option(
        help: "ES256, RS256, or HS256 for what only the server reads.", completion: .list(RotateKey.purposes),
        transform: { try Choice.named($0, among: RotateKey.purposes) })
    var purpose = "ES256"
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let id = try await server(RotateKey(realm: realm.path, purpose: purpose)).text("id")
        output.report("made the \(purpose) key \(id)", ["id": .string(id), "purpose": .string(purpose)], change)
    }
}

/// `gatehouse key withdraw`
struct KeyWithdrawCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: WithdrawKey.declaration.purpose,
        discussion: "Example:\n  gatehouse key withdraw --key WyqZ0X… --yes")

    // An id may begin with a hyphen, so it's an option whose value is whatever comes next.
    @Option(name: .customLong("key"), parsing: .unconditional, help: ArgumentHelp("The key's id.", valueName: "id")) var id: String
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try server.confirm(confirmation, "Withdraw the key \(id)? Every token that it signed is refused from then on.")
        try await server(WithdrawKey(realm: realm.path, id: id))
        output.report("withdrew the key \(id)", ["id": .string(id), "withdrawn": true], change)
    }
}
