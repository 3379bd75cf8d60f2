import ArgumentParser
import Primitives
import Services
import Directory
import Foundations

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
              gatehouse realm secret remove alpha captcha
            """,
        subcommands: [RealmSecretListCommand.self, RealmSecretSetCommand.self, RealmSecretRemoveCommand.self])
}

/// `gatehouse realm secret list`
struct RealmSecretListCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the labels of a realm's secrets.")

    @Argument(help: "The realm, such as alpha.") var path: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        output.show(try await domain.secrets.labels(in: realm).map { ["label": .string($0)] }, columns: ["label"])
    }
}

/// `gatehouse realm secret set`
struct RealmSecretSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a secret, which is asked for or read from standard input.",
        discussion: "Example:\n  gatehouse realm secret set alpha captcha --password-stdin < secret.txt")

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: "The label, such as captcha.") var label: String
    @OptionGroup var secret: PasswordInput
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        try await domain.secrets.set(try secret.read(for: label), as: label, in: realm)
        output.report("realm \(realm.path) has a secret \(label)", ["label": .string(label), "changed": true])
    }
}

/// `gatehouse realm secret remove`
struct RealmSecretRemoveCommand: DataCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a secret.")

    @Argument(help: "The realm, such as alpha.") var path: String
    @Argument(help: "The label, such as captcha.") var label: String
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await domain.realms.realm(at: RealmPath(argument: path))
        guard try await domain.secrets.remove(label, in: realm) else { throw CommandFailure("realm \(realm.path) has no secret \(label)") }
        output.report("realm \(realm.path) has no secret \(label) any more", ["label": .string(label), "removed": true])
    }
}
