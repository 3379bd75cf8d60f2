import Administration
import ArgumentParser
import Primitives

/// `gatehouse realm secret`
struct RealmSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Secrets that a realm's journeys need for services elsewhere.",
        discussion: """
            Nodes name them by their label (secretLabelIdentifier). They are sealed in the database and never shown again.

            Examples:
              gatehouse realm secret set alpha captcha
              gatehouse realm secret set alpha captcha --password-stdin < secret.txt
              gatehouse realm secret list alpha
              gatehouse realm secret delete alpha captcha
            """,
        subcommands: [RealmSecretListCommand.self, RealmSecretSetCommand.self, RealmSecretRemoveCommand.self])
}

/// `gatehouse realm secret list`
struct RealmSecretListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: ListRealmSecrets.declaration.purpose,
        discussion: "Example:\n  gatehouse realm secret list alpha")

    @OptionGroup var realm: RealmArgument
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: ReadingOperator) async throws {
        output.show(try await server(ListRealmSecrets(realm: realm.path)).rows, columns: ["label"])
    }
}

/// `gatehouse realm secret set`
struct RealmSecretSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetRealmSecret.declaration.purpose,
        discussion: "Example:\n  gatehouse realm secret set alpha captcha --password-stdin < secret.txt")

    @OptionGroup var realm: RealmArgument
    @Argument(help: "The label, such as captcha.") var label: String
    @OptionGroup var secret: PasswordInput
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try await server(SetRealmSecret(realm: realm.path, label: label, secret: try secret.read(for: label)))
        output.report("realm \(try realm.path) has a secret \(label)", ["label": .string(label), "changed": true], change)
    }
}

/// `gatehouse realm secret delete`
struct RealmSecretRemoveCommand: ChangingCommand {
    static let configuration = CommandConfiguration.delete(
        abstract: RemoveRealmSecret.declaration.purpose,
        discussion: "Example:\n  gatehouse realm secret delete alpha captcha")

    @OptionGroup var realm: RealmArgument
    @Argument(help: "The label, such as captcha.") var label: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        try await server(RemoveRealmSecret(realm: realm.path, label: label))
        output.report("realm \(try realm.path) has no secret \(label) any more", ["label": .string(label), "removed": true], change)
    }
}
